-- search.lua: a page's sections as lines of JSON, for the search in the browser.

local search = {}

local function json(text)
    return '"' .. text:gsub('[%c"\\]', function(c)
        return c == '\n' and ' ' or c:match '%c' and ' ' or '\\' .. c
    end) .. '"'
end

local function entry(page, title, anchor, heading, words)
    return string.format('{"p":%s,"a":%s,"t":%s,"h":%s,"x":%s}',
        json((page == '00-index' and 'index' or page) .. '.html'), json(anchor),
        json(title), json(heading), json(table.concat(words, ' ')))
end

-- One entry a section: page, anchor, title, heading, text.
function search.entries(blocks, page, title)
    local entries = {}
    local anchor, heading, words = '', '', {}
    for _, block in ipairs(blocks) do
        if block.t == 'Header' then
            entries[#entries + 1] = entry(page, title, anchor, heading, words)
            anchor, heading, words = block.identifier, pandoc.utils.stringify(block), {}
        else
            words[#words + 1] = pandoc.utils.stringify(block)
        end
    end
    entries[#entries + 1] = entry(page, title, anchor, heading, words)
    return entries
end

return search
