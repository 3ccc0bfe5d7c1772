-- weighed.lua: what kernels were weighed to ask for and to move, and which of ncu's metrics add up to
-- a measure. A number or a name of these stands in one place, and the text takes it from there.

local weighed = {}

local function rows_of(path)
    local file = io.open(path)
    if not file then return nil end
    local columns, rows, head = {}, {}, {}
    for line in file:lines() do
        local name, value = line:match '^# (%l+): (.*)'
        if name then head[name] = value else
            local cells = {}
            for cell in (line .. ','):gmatch '([^,]*),' do cells[#cells + 1] = cell end
            if #columns == 0 then columns = cells end
            local row = {}
            for i, name in ipairs(columns) do row[name] = cells[i] end
            rows[row.name] = row
        end
    end
    file:close()
    return rows, head
end

-- "asked_read+asked_written", or nil and what is not there. A number stands for itself.
local function sum(row, terms)
    local total = 0
    for term in terms:gmatch '[^+]+' do
        local value = tonumber(term) or tonumber(row[term])
        if not value then return nil, term end
        total = total + value
    end
    return total
end

-- Four digits, as `tare weigh` prints them.
local function with_unit(value, unit)
    for _, prefix in ipairs { '', 'k', 'M', 'G' } do
        if value < 1000 then return string.format('%.4g\u{a0}%s%s', value, prefix, unit) end
        value = value / 1000
    end
    return string.format('%.4g\u{a0}T%s', value, unit)
end

-- Of docs/measured/DEVICE/weighed.csv: a line of its head, or of a kernel a sum of columns, or a quotient of
-- two sums. Gives the text, or nil and why not.
function weighed.amount(path, options)
    local rows, head = rows_of(path)
    if not rows then return nil, path .. ' is not there: docs/measured/weighed.sh writes it' end
    if options.head then return head[options.head], path .. ' does not name its ' .. options.head end
    local row = rows[options.kernel]
    if not row then return nil, path .. ' has no kernel ' .. options.kernel end
    local above, below = options.of:match '^([^/]+)/?(.*)$'
    local value, missing = sum(row, above)
    local by = 1
    if value and below ~= '' then by, missing = sum(row, below) end
    if not value or not by then
        return nil, path .. ' has no ' .. missing .. ' of ' .. options.kernel
    end
    if options.as == 'percent' then return string.format('%.3g\u{a0}%%', 100 * value / by) end
    if below ~= '' or above == 'intensity' then return string.format('%.3g', value / by) end
    return with_unit(value, above:match '^flops' and 'FLOP' or 'B')
end

-- ---- the metrics of ncu

local function common_start(names)
    local length = #names[1]
    for _, name in ipairs(names) do
        while names[1]:sub(1, length) ~= name:sub(1, length) do length = length - 1 end
    end
    return length
end

-- The first name whole; of the others what is not as in the first: "…_ld + …ldgsts".
function weighed.metrics(path, key)
    local names, factors = {}, {}
    for line in io.lines(path) do
        local name, of, factor = line:match '^METRIC%("([%w_]+)", ([%w_]+), (%d+)%)'
        if of == key then names[#names + 1], factors[#factors + 1] = name, factor end
    end
    if #names == 0 then return nil, path .. ' has no metric of ' .. key end
    local start, backwards = common_start(names), {}
    for i, name in ipairs(names) do backwards[i] = name:reverse() end
    local ending = common_start(backwards)
    while start > 0 and names[1]:sub(start, start) ~= '_' do start = start - 1 end
    while ending > 0 and names[1]:sub(-ending, -ending) ~= '_' do ending = ending - 1 end
    local text = pandoc.List {}
    for i, name in ipairs(names) do
        if i > 1 then text:insert(pandoc.Str ' + ') end
        if factors[i] ~= '1' then text:insert(pandoc.Str(factors[i] .. ' × ')) end
        text:insert(pandoc.Code(i == 1 and name or
            '…' .. name:sub(start + 1, #name - ending) .. (ending > 0 and '…' or '')))
    end
    return text
end

return weighed
