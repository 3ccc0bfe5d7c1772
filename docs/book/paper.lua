-- paper.lua: what a page of fixed width needs and a screen does not.

local paper = {}

-- On paper a column gets room by what stands in it.
function paper.columns(block)
    local widest, sum = {}, 0
    local function look(rows)
        for _, row in ipairs(rows) do
            for i, cell in ipairs(row.cells or row[2]) do
                local length = utf8.len(pandoc.utils.stringify(cell.contents or cell[5])) or 1
                widest[i] = math.max(widest[i] or 6, math.min(length, 44))
            end
        end
    end
    look(block.head.rows or block.head[2])
    for _, body in ipairs(block.bodies) do look(body.body) end
    for _, width in ipairs(widest) do sum = sum + width end
    for i, width in ipairs(widest) do
        block.colspecs[i] = { block.colspecs[i][1], sum > 60 and width / sum or nil }
    end
    return block
end

-- On paper a long name may go on in the next line (a zero-width space after _ . , /).
function paper.breakable(element)
    if #element.text > 18 then
        element.text = element.text:gsub('[_.,/]+', '%0\u{200B}')
    end
    return element
end

return paper
