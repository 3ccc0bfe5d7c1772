-- book.lua: what pandoc does not do by itself for a page of the book: quotes code from
-- the tree by name, links pages, lists labs, and writes down facts for the checks.
--
-- Metadata in: lang, page (02-time), source (the file), facts (where to write them),
-- chapters and labs (the contents), lab (its number, on a lab's page).

local quotations = require 'quote'
local catalogue = require 'catalogue'
local paper = require 'paper'
local search = require 'search'
local ncu = require 'metrics'
local threads = require 'threads'
local stringify = pandoc.utils.stringify

local meta, lang, page, source, lab_number
local facts, index, uses = {}, {}, {}
local mistakes, families = {}, {} -- the grader's, and families[family][name]
local pictures = {}
local site = FORMAT:match 'html' and not FORMAT:match 'epub'

local function fail(message)
    io.stderr:write(source, ': ', message, '\n')
    os.exit(1)
end

local function fact(kind, value)
    facts[#facts + 1] = kind .. '\t' .. value:gsub('\n', '\\n')
end

local function exists(path)
    local file = io.open(path)
    if file then file:close() end
    return file ~= nil
end

-- ---- links -----------------------------------------------------------------------

-- 'labs/x/../y' is 'labs/y'.
local function normal(path)
    local parts = {}
    for part in path:gmatch '[^/]+' do
        if part == '..' and #parts > 0 and parts[#parts] ~= '..' then
            parts[#parts] = nil
        elseif part ~= '.' then
            parts[#parts + 1] = part
        end
    end
    return table.concat(parts, '/')
end

-- The page that a file of the repository becomes, or nil.
local function page_of(path)
    return path:match '^docs/book/(%d%d%-[%w-]+)%.%a%a%.md$'
        or (path:match '^labs/(%d%d)_[%w_]+/README' and 'lab-' .. path:match '^labs/(%d%d)_')
end

local function address(target_page, anchor)
    if site then
        local name = target_page == '00-index' and 'index' or target_page
        return (target_page == page and '' or name .. '.html') ..
            (anchor ~= '' and '#' .. anchor or '')
    end
    return '#' .. target_page .. (anchor ~= '' and '-' .. anchor or '')
end

local function link(element)
    if element.classes:includes 'made' then return nil end
    if element.target:match '^%a+:' then return element end
    local path, anchor = element.target:match '^([^#]*)#?(.*)$'
    local to = page
    if path ~= '' then
        local file = normal(source:match '^(.*)/' .. '/' .. path)
        if not exists(file) then fail('a link to ' .. file .. ', which is not there') end
        to = page_of(file)
        if not to then
            return element.content -- a file of the repository: named, not linked
        end
    end
    fact('link', to .. '#' .. anchor)
    element.target = address(to, anchor)
    return element
end

-- ---- code ------------------------------------------------------------------------

local function commands_in(text)
    for line in (text .. '\n'):gmatch '(.-)\n' do
        local command = line:gsub('^%s*%$%s+', ''):gsub('^build/tare', 'tare')
        if command:match '^make%f[%s%z]' or command:match '^tare%s' then
            fact('command', (command:gsub('%s+#.*$', '')))
        end
    end
end

-- What both languages have in common of a block: of a console all but its comments, of a framed line or drawing,
-- which has no class, its numbers and the signs of its arithmetic.
local function without_words(block)
    local class = block.classes[1]
    if class == 'console' then return (block.text:gsub('%s+# [^\n]*', '')) end
    if not class then return (block.text:gsub('[^%d=*/]', '')) end
    return block.text
end

local function code_block(block)
    local path = block.attributes.include
    if path then
        local text, why = quotations.quote(path, block.attributes)
        if not text then fail(why) end
        uses[path] = true
        block.text = text
    end
    fact('code', without_words(block))
    if block.classes[1] == 'console' or block.classes[1] == 'sh' then commands_in(block.text) end
    block.attributes = {}
    if not path then return block end
    local label = pandoc.Div(pandoc.Plain { pandoc.Code(path) }, { class = 'from' })
    return pandoc.Div({ label, block }, { class = 'quoted' })
end

-- A file of the tree, or a program that is built there: build/hostcc is made by common/make/hostcc.mk.
local function is_file(path)
    return exists(path) or exists((path:gsub('^build/([%w_]+)$', 'common/make/%1.mk')))
end

local function code(element)
    commands_in(element.text)
    local family, name = element.text:match '^(%l+)/([%l%d-]+)$'
    if not family or not families[family] or is_file(element.text) or
        element.classes:includes 'id' then
        return not site and paper.breakable(element) or nil
    end
    fact('mistake', element.text)
    if not families[family][name] then fail(element.text .. ': no such mistake') end
    return pandoc.Link({ site and element or paper.breakable(element) }, address('10-mistakes', family .. '-' .. name))
end

-- ---- lists of labs, figures, tables ----------------------------------------------

local function field(lab, name) return stringify(lab[name] or '') end

-- The labs of this chapter by their lab.meta: those that it teaches, then those of other
-- chapters that say "also".
local function lab_list(div)
    local items, chapter = {}, page:match '^%d%d%-(.*)$'
    local function add(lab)
        fact('link', field(lab, 'page') .. '#')
        items[#items + 1] = { pandoc.Plain {
            pandoc.Link(stringify(meta.ui.lab) .. ' ' .. field(lab, 'number') .. ' · ' .. field(lab, 'title'),
                address(field(lab, 'page'), '')), pandoc.LineBreak(),
            pandoc.Str(field(lab, 'goal')) } }
    end
    for _, lab in ipairs(meta.labs or {}) do
        if field(lab, 'chapter') == chapter then add(lab) end
    end
    for _, lab in ipairs(meta.labs or {}) do
        if (' ' .. field(lab, 'also') .. ' '):find(' ' .. chapter .. ' ', 1, true) then add(lab) end
    end
    if #items == 0 then fail('lists labs, and no lab.meta names the chapter ' .. chapter) end
    div.content = { pandoc.Para { pandoc.Strong(stringify(meta.ui.labs)) }, pandoc.BulletList(items) }
    return div
end

-- The labs of one session of the instructor's plan.
local function session_labs(span)
    local numbers = {}
    for _, lab in ipairs(meta.labs or {}) do
        if field(lab, 'session') == span.attributes.session then
            numbers[#numbers + 1] = field(lab, 'number')
        end
    end
    if #numbers == 0 then fail('no lab.meta names session ' .. span.attributes.session) end
    return pandoc.Str(table.concat(numbers, lang == 'zh' and '、' or ', '))
end

-- The solution of an exercise: folded on a page that can unfold it.
local function solution(div)
    local name = stringify(meta.ui.solution)
    if not site then
        div.content:insert(1, pandoc.Para { pandoc.Strong(name) })
        return div
    end
    div.content:insert(1, pandoc.RawBlock('html', '<details><summary>' .. name .. '</summary>'))
    div.content:insert(pandoc.RawBlock('html', '</details>'))
    return div
end

-- What an SVG says in words.
local function title_of(path)
    local file = io.open(path) or fail(path .. ' is not there: make book draws it')
    local title = file:read('a'):match '<title>(.-)</title>'
    file:close()
    local plain = { lt = '<', gt = '>', quot = '"', ['#39'] = "'", amp = '&' }
    return (title:gsub('&(#?%w+);', plain))
end

-- The metrics of ncu that add up to one of our measures; without "of" those that the text names itself.
local function metrics(span)
    if not span.attributes.of then return span end
    local path = 'common/weigh/card/metrics.def'
    local names, why = ncu.metrics(path, span.attributes.of)
    uses[path] = true
    span.content, span.attributes = names or fail(why), {}
    return span
end

-- The grader's mistakes of one family.
local function mistake_list(div)
    local words, blocks = {}, pandoc.List {}
    for _, name in ipairs { 'seen', 'proof', 'find', 'mend', 'witness', 'shipped', 'program', 'host', 'h200' } do
        words[name] = stringify(meta.ui[name])
    end
    local function link_lab(number)
        fact('link', 'lab-' .. number .. '#')
        return pandoc.Link(stringify(meta.ui.lab) .. ' ' .. number, address('lab-' .. number, ''), '',
            { class = 'made' })
    end
    for _, mistake in ipairs(mistakes) do
        if mistake.id:match('^' .. div.attributes.family .. '/') then
            local from = pictures[mistake.id] or fail('no picture of ' .. mistake.id)
            blocks:extend(catalogue.entry(mistake, lang, words, link_lab, from,
                title_of(meta.out .. '/figures/' .. mistake.id:gsub('/', '-') .. '.' .. lang .. '.svg')))
        end
    end
    if #blocks == 0 then fail('the grader knows no mistake of the family ' .. div.attributes.family) end
    return blocks
end

-- What a drawing's text says it shows, or nil where the figure is no drawing.
local function said_of(name)
    local path = 'docs/book/drawings/' .. name .. '.txt'
    if not exists(path) then return nil end
    uses[path] = true
    for line in io.lines(path) do
        local english, chinese = line:match '^says | (.-) | (.*)$'
        if english then return lang == 'zh' and chinese or english end
    end
    fail(path .. ': has no line "says | English | Chinese"')
end

-- Every thread that the book names, and the pages that name it.
local function thread_list()
    local items, words, files = {}, {}, {}
    for _, kind in ipairs { 'chapters', 'labs' } do
        for _, entry in ipairs(meta[kind] or {}) do
            local target, path = field(entry, 'page'), field(entry, 'source')
            words[target] = kind == 'chapters' and field(entry, 'title')
                or stringify(meta.ui.lab) .. ' ' .. field(entry, 'number')
            files[#files + 1], uses[path] = { path, target }, true
        end
    end
    for _, entry in ipairs(threads.all(files)) do
        local inlines = threads.linked(entry[1])
        for i, target in ipairs(entry[2]) do
            inlines:extend { pandoc.Str(i > 1 and ', ' or ': '), pandoc.Link(words[target], address(target, '')) }
            fact('link', target .. '#')
        end
        items[#items + 1] = { pandoc.Plain(inlines) }
    end
    return pandoc.BulletList(items)
end

local function image(element)
    fact('figure', element.src)
    local name = element.src:match '([%w_-]+)%.svg$' or fail('not a figure: ' .. element.src)
    if #element.caption == 0 then -- a drawing's caption is written with it; "fig:" is pandoc's mark of a figure
        element.caption = { pandoc.Str(said_of(name) or fail(name .. ': a figure without a caption')) }
        element.title = 'fig:'
    end
    local built = meta.out .. '/figures/' .. name .. '.' .. lang .. '.svg'
    element.src = site and '../figures/' .. name .. '.' .. lang .. '.svg' or built
    return element
end

local function table_block(block)
    if not site then return paper.columns(block) end
    return pandoc.Div({ block }, { class = 'scroll', tabindex = '0' })
end

-- The marks of numbers are for numbers.sh, not for the page.
local function unmarked(raw) if raw.text:match '^<!%-%-' then return {} end end

-- ---- headings ---------------------------------------------

local function headings(body)
    local count = 0
    return pandoc.walk_block(body, { Header = function(block)
        count = count + 1
        if lab_number then
            block.identifier = block.identifier ~= '' and block.identifier or 's' .. count
        elseif block.identifier == '' then
            fail('a heading without an anchor: ' .. stringify(block))
        end
        fact('heading', tostring(block.level))
        fact('anchor', page .. '#' .. block.identifier)
        return block
    end })
end

-- After the index is made: anchors that can be clicked, or names unique in a whole book.
local function finish_heading(header)
    if not site then
        header.identifier = page .. '-' .. header.identifier
        if lab_number or page == '00-index' then
            header.classes:extend { 'unnumbered', 'unlisted' }
        end
        return header
    end
    header.content:insert(pandoc.Link('#', '#' .. header.identifier, '',
        { class = 'anchor', ['aria-label'] = stringify(meta.ui.anchor) }))
    return header
end

-- ---- the page --------------------------------------------------------------------

-- The chapter that a lab belongs to.
local function belongs()
    for _, entry in ipairs(meta.chapters) do
        if meta.chapter and field(entry, 'page'):match('^%d%d%-' .. stringify(meta.chapter) .. '$') then
            fact('link', field(entry, 'page') .. '#')
            meta.belongs = entry
        end
    end
end

local function neighbours()
    local all, here = {}, nil
    for _, list in ipairs { meta.chapters, meta.labs } do
        for _, entry in ipairs(list or {}) do
            all[#all + 1] = entry
            if field(entry, 'page') == page then
                here = #all
                entry.current = true
                meta.title = entry.title
                meta.chapter = entry.chapter
            end
        end
    end
    if here then
        meta.previous, meta.next = all[here - 1], all[here + 1]
    end
end

-- A lab's drawings stand where its idea ends. A lab in one language is on the pages of both.
local ideas = { ['The idea'] = true, ['思路'] = true }
local function add_drawing(blocks)
    local names, idea = '', nil
    for _, lab in ipairs(meta.labs or {}) do
        if field(lab, 'number') == lab_number then names = field(lab, 'drawing') end
    end
    if names == '' then return end
    for i, block in ipairs(blocks) do
        if block.t == 'Header' and block.level == 2 then
            if idea then
                for name in names:gmatch '%S+' do
                    blocks:insert(i, pandoc.Para { pandoc.Image({}, 'figures/' .. name .. '.svg') })
                    i = i + 1
                end
                return
            end
            idea = ideas[stringify(block)]
        end
    end
    fail('has no section "The idea" or "思路" with one behind it, for the drawing of its lab.meta')
end

-- A lab's page takes its title from lab.meta, and has a language switch of its own.
local function drop_title(blocks)
    for i = #blocks, 1, -1 do
        local block = blocks[i]
        local only = block.t == 'Para' and #block.content == 1 and block.content[1]
        if block.t == 'Header' and block.level == 1 or
            only and only.t == 'Link' and only.target:match '^README' then
            blocks:remove(i)
        end
    end
end

local function write(path, lines)
    local file = assert(io.open(path, 'w'))
    file:write(table.concat(lines, '\n'), #lines > 0 and '\n' or '')
    file:close()
end

local function write_facts(prefix)
    write(prefix .. '.facts', facts)
    write(prefix .. '.index', index)
    local paths = {}
    for path in pairs(uses) do paths[#paths + 1] = path end
    table.sort(paths)
    local rules = { stringify(meta.target) .. ': ' .. table.concat(paths, ' ') }
    for _, path in ipairs(paths) do rules[#rules + 1] = path .. ':' end -- one that has moved stops nobody
    write(prefix .. '.d', rules)
end

local function read_mistakes()
    local why
    mistakes, why = catalogue.read(meta.out .. '/mistakes.tsv')
    if not mistakes then fail(why) end
    pictures, why = catalogue.pictures(meta.out .. '/pictures.tsv')
    if not pictures then fail(why) end
    for _, mistake in ipairs(mistakes) do
        local family, name = mistake.id:match '^(%l+)/(.+)$'
        families[family] = families[family] or {}
        families[family][name] = true
    end
end

function Pandoc(doc)
    meta = doc.meta
    lang, page, source = stringify(meta.book), stringify(meta.page), stringify(meta.source)
    meta.out = stringify(meta.out)
    lab_number = page:match '^lab%-(%d%d)$'
    read_mistakes()
    neighbours()
    belongs()
    fact('anchor', page .. '#')
    if lab_number then
        drop_title(doc.blocks)
        add_drawing(doc.blocks)
    end
    local body = pandoc.walk_block(pandoc.Div(doc.blocks), { Div = function(div)
        if div.classes:includes 'mistakes' then return mistake_list(div) end
    end })
    body = headings(body)
    body = pandoc.walk_block(body, { RawInline = unmarked, RawBlock = unmarked })
    body = pandoc.walk_block(body, { CodeBlock = code_block })
    body = pandoc.walk_block(body, { Span = function(span)
        if span.classes:includes 'metrics' then return metrics(span) end
        if span.classes:includes 'labs' then return session_labs(span) end
    end })
    body = pandoc.walk_block(body, { Math = function(m) fact('math', m.text) end })
    index = search.entries(body.content, page, stringify(meta.title))
    body = pandoc.walk_block(body, { Link = link, Image = image })
    body = pandoc.walk_block(body, { Str = function(word) return threads.linked(word.text) end })
    body = pandoc.walk_block(body, { Div = function(div)
        if div.classes:includes 'labs' then return lab_list(div) end
        if div.classes:includes 'solution' then return solution(div) end
        if div.classes:includes 'threads' then return thread_list() end
    end })
    body = pandoc.walk_block(body, { Header = finish_heading, Table = table_block, Code = code })
    doc.blocks = body.content

    write_facts(stringify(meta.facts))
    if not site then
        local title = stringify(meta.title)
        if lab_number then title = stringify(meta.ui.lab) .. ' ' .. lab_number .. ' · ' .. title end
        doc.blocks:insert(1, pandoc.Header(1, title,
            { id = page, class = (lab_number or page == '00-index') and 'unnumbered' or '' }))
        doc.meta = pandoc.Meta {}
        return doc
    end
    meta.page = page == '00-index' and 'index' or page
    return doc
end
