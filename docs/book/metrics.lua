-- metrics.lua: which of ncu's metrics add up to a measure. A name of these stands in one place, and
-- the text takes it from there.

local metrics = {}

local function common_start(names)
    local length = #names[1]
    for _, name in ipairs(names) do
        while names[1]:sub(1, length) ~= name:sub(1, length) do length = length - 1 end
    end
    return length
end

-- The first name whole; of the others what is not as in the first: "…_ld + …ldgsts".
function metrics.metrics(path, key)
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

return metrics
