-- quote.lua: takes a named piece out of a source file. A name that is no longer there is
-- an error, and so is a piece that lost a word the text around it speaks of.

local quote = {}

local function lines_of(path)
    local file = io.open(path)
    if not file then return nil end
    local lines = {}
    for line in file:lines() do lines[#lines + 1] = line end
    file:close()
    return lines
end

local function find(lines, from, test)
    for i = from, #lines do
        if test(lines[i]) then return i end
    end
end

local function plain(words)
    return function(line) return line:find(words, 1, true) ~= nil end
end

-- A function, struct, typedef or macro by its name, with the comment above it.
local function part(lines, name)
    local word = '%f[%w_]' .. name .. '%f[^%w_]'
    local first = find(lines, 1, function(line)
        return line:match('^[%a_][^;=]*' .. word .. '%s*%(') or line:match('^#define%s+' .. word)
            or line:match('^%a*%s*%a+%s+' .. word .. '%s*{') or line:match('^}%s*' .. word)
    end)
    if not first then return nil end
    local last = first
    if lines[first]:match '^#' then
        while lines[last]:match '\\$' do last = last + 1 end
    elseif not lines[first]:match ';%s*$' and not lines[first]:match '}%s*$' then
        last = find(lines, first, function(line)
            return line:match '^}' or line:match '%)%s*;%s*$' and not line:match '^%s%s%s%s%S.*{'
                and not lines[first]:match '{$'
        end)
    end
    while first > 1 and lines[first - 1]:match '^//' and
        not lines[first - 1]:match '^// tare:' do first = first - 1 end
    return first, last
end

local function range(lines, options)
    if options.fence then
        local first = find(lines, 1, plain '// tare: begin')
        local last = first and find(lines, first, plain '// tare: end')
        return first and first + 1, last and last - 1
    elseif options.part then
        return part(lines, options.part)
    elseif options.from then
        local first = find(lines, 1, plain(options.from))
        return first, first and find(lines, first, plain(options.to or options.from))
    end
    return 1, #lines
end

-- The lines, without the spaces that all of them begin with.
local function without_indent(lines, first, last)
    local least, kept = math.huge, {}
    for i = first, last do
        if lines[i]:match '%S' then least = math.min(least, #lines[i]:match '^ *') end
    end
    for i = first, last do kept[#kept + 1] = lines[i]:sub(least + 1) end
    return kept
end

-- Columns of a table moved together: no more than three that are blank in every line.
local function squeezed(lines)
    local kept, blank, width = {}, 0, 0
    for _, line in ipairs(lines) do width = math.max(width, #line) end
    for i in ipairs(lines) do kept[i] = '' end
    for column = 1, width do
        local used = false
        for _, line in ipairs(lines) do
            used = used or line:sub(column, column):match '%S'
        end
        blank = used and 0 or blank + 1
        for i, line in ipairs(lines) do
            if blank <= 3 then kept[i] = kept[i] .. line:sub(column, column) end
        end
    end
    return kept
end

-- The text, or nil and why not.
function quote.quote(path, options)
    local lines = lines_of(path)
    local what = path .. ' (' .. (options.part or options.from or options.fence or 'all') .. ')'
    if not lines then return nil, 'quotes ' .. path .. ', which is not there' end
    local first, last = range(lines, options)
    if not first or not last then return nil, 'a stale quotation: nothing like it in ' .. what end
    if last - first > 60 then return nil, 'too long to quote: ' .. what end
    local kept = without_indent(lines, first, last)
    if options.squeeze then kept = squeezed(kept) end
    local text = table.concat(kept, '\n')
    for word in (options.has or ''):gmatch '[^|]+' do
        if not text:find(word, 1, true) then
            return nil, 'a stale quotation: "' .. word .. '" is gone from ' .. what
        end
    end
    return text
end

return quote
