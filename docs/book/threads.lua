-- threads.lua: OWNER/NAME#NUMBER in the text is an issue or a change on GitHub: a link to it, and the list of
-- all that the book names.

local threads = {}

local THREAD = '[%w][%w-]*/[%w._-]+#%d+'

-- GitHub leads from an issue's address to the change of that number.
local function address(thread)
    return 'https://github.com/' .. thread:gsub('#', '/issues/')
end

-- The inlines that a piece of text becomes, or nil if it names no thread.
function threads.linked(text)
    local inlines, at = pandoc.List {}, 1
    local function plain(to)
        if to >= at then inlines:insert(pandoc.Str(text:sub(at, to))) end
    end
    for from, thread, behind in text:gmatch('()(' .. THREAD .. ')()') do
        plain(from - 1)
        inlines:insert(pandoc.Link({ pandoc.Str(thread) }, address(thread), '', { class = 'made' }))
        at = behind
    end
    if at == 1 then return nil end
    plain(#text)
    return inlines
end

-- { thread, { page, ... } } in the order of their names, for files = { { path, page }, ... }.
function threads.all(files)
    local pages, all = {}, {}
    for _, source in ipairs(files) do
        local path, page = source[1], source[2]
        local file = assert(io.open(path))
        for thread in file:read('a'):gmatch(THREAD) do
            if not pages[thread] then
                pages[thread] = {}
                all[#all + 1] = { thread, pages[thread] }
            end
            local named = pages[thread]
            if named[#named] ~= page then named[#named + 1] = page end
        end
        file:close()
    end
    table.sort(all, function(a, b) return a[1]:lower() < b[1]:lower() end)
    return all
end

return threads
