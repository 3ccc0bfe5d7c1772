-- slides.lua: a Div of class "chapter" on a week's slides becomes slides of that chapter of the book: its
-- sections of this week, one heading each, with the first sentence of each paragraph, and the pictures,
-- tables, code and formulas as they are. The whole paragraphs are the speaker's notes. So the book is the
-- only text.

local quotations = require 'quote'
local ncu = require 'metrics'
local stringify = pandoc.utils.stringify

-- In lines of a slide: what one holds, and what its parts take; so looked at with 1600 x 900.
local LINES, PICTURE, CODE_LINE, TABLE_ROW, FORMULA = 16, 11, 0.7, 0.9, 2
local LINE_WIDTH, TABLE_WIDTH = 78, 90
local SHORT = 36 -- columns of a sentence
local LONG_CODE = 20 -- lines that still fit at the usual size
-- Minutes that a slide plans: for a question everybody predicts and runs it.
local MINUTES = { question = 5, result = 3, chapter = 2 }

local minutes, language = 0, 'en'

local function fail(why)
    io.stderr:write('slides: ', why, '\n')
    os.exit(1)
end

-- A Chinese sign is as wide as two others.
local function width(text)
    local columns = 0
    for _, code in utf8.codes(text) do columns = columns + (code > 0x2e7f and 2 or 1) end
    return columns
end

local function lines(text) return math.max(1, math.ceil(width(text) / LINE_WIDTH)) end

-- ---- sentences --------------------------------------------------------------------

local ABBREVIATIONS = { ['e.g.'] = true, ['i.e.'] = true, ['vs.'] = true, ['cf.'] = true }

local function chinese_stop(text)
    local first
    for _, stop in ipairs { '。', '！', '？' } do
        local _, last = text:find(stop, 1, true)
        if last and (not first or last < first) then first = last end
    end
    return first
end

-- The first sentence of a paragraph, and whether more stands behind it. "Take lab 09." alone says nothing: a short
-- one has the next one beside it.
local function first_sentence(inlines)
    local kept = pandoc.List {}
    local function enough() return width(stringify(kept)) >= SHORT end
    for i, inline in ipairs(inlines) do
        local text = stringify(inline)
        local stop = inline.t == 'Str' and chinese_stop(text)
        if stop and width(stringify(kept) .. text:sub(1, stop)) >= SHORT then
            kept:insert(pandoc.Str(text:sub(1, stop)))
            return kept, stop < #text or i < #inlines
        end
        kept:insert(inline)
        local behind = inlines[i + 1]
        if behind and enough() and (behind.t == 'Space' or behind.t == 'SoftBreak') and inline.t ~= 'Code' and
            text:match '[.!?]["\')]*$' and not ABBREVIATIONS[text] and
            not stringify(inlines[i + 2] or pandoc.Str ''):match '^%l' then
            return kept, true
        end
    end
    return kept, false
end

-- ---- one slide after the other -----------------------------------------------------

local Deck = {}
Deck.__index = Deck

function Deck:flush()
    if #self.body == 0 and #self.notes == 0 then return end
    self.slides:insert(pandoc.Header(1, self.title))
    self.slides:extend(self.body)
    if #self.notes > 0 then
        self.slides:insert(pandoc.Div(self.notes, { class = 'notes' }))
    end
    minutes = minutes + MINUTES.chapter
    self.body, self.notes, self.used = pandoc.List {}, pandoc.List {}, 0
end

function Deck:begin(title)
    self:flush()
    self.title = title
end

-- A sentence that ends in a colon goes on the next slide with what it announces.
function Deck:turn()
    local last, announced = self.body[#self.body], nil
    local items = last and last.t == 'BulletList' and last.content
    local text = items and stringify(items[#items]) or ''
    if text:match ':$' or text:match '：$' then
        announced = items:remove()[1].content
        last.content = items
        self.body[#self.body] = #items > 0 and last or nil
    end
    self:flush()
    if announced then self:point(announced) end
end

function Deck:add(block, cost)
    if self.used > 0 and self.used + cost > LINES then self:turn() end
    self.body:insert(block)
    self.used = self.used + cost
end

function Deck:point(inlines)
    local cost = lines(stringify(inlines)) + 0.4
    if self.used > 0 and self.used + cost > LINES then self:turn() end
    local last = self.body[#self.body]
    if last and last.t == 'BulletList' then
        local items = last.content
        items:insert { pandoc.Plain(inlines) }
        last.content = items
        self.body[#self.body] = last
    else
        self.body:insert(pandoc.BulletList { { pandoc.Plain(inlines) } })
    end
    self.used = self.used + cost
end

-- ---- the parts of a chapter ---------------------------------------------------------

local function said_of(name)
    local file = io.open('docs/book/drawings/' .. name .. '.txt')
    local english, chinese = (file and file:read 'a' or ''):match '\nsays | ([^\n]-) | ([^\n]*)'
    if file then file:close() end
    return language == 'zh' and chinese or english
end

local function picture(deck, image)
    local name = image.src:match '([%w_-]+)%.svg$' or fail('not a figure: ' .. image.src)
    local path = 'build/book/figures/' .. name .. '.' .. language .. '.svg'
    local file = io.open(path) or fail(path .. ' is not there: make figures draws it')
    file:close()
    local caption = #image.caption > 0 and image.caption or pandoc.Inlines(said_of(name) or '')
    deck:add(pandoc.Para { pandoc.Image(caption, path) }, PICTURE)
    deck.notes:insert(pandoc.Para(caption))
end

local function code(deck, block)
    local path = block.attributes.include
    if path then
        local text, why = quotations.quote(path, block.attributes)
        block.text = text or fail(why)
    end
    local _, count = block.text:gsub('\n', '')
    block.attributes = {}
    if count >= LONG_CODE then block.classes:insert 'long' end
    deck:add(block, CODE_LINE * (count + 1) + 1)
end

local function row_lines(row)
    local text = ''
    for _, cell in ipairs(row) do text = text .. '   ' .. stringify(cell) end
    return TABLE_ROW * math.ceil(width(text) / TABLE_WIDTH)
end

-- A table of more rows than a slide holds goes on, under its heads. It begins behind a few lines that stand there.
local function rows(deck, block)
    local simple = pandoc.utils.to_simple_table(block)
    local all, some, cost = simple.rows, {}, 1
    local room = LINES - (deck.used < LINES / 2 and deck.used or 0)
    for i, row in ipairs(all) do
        some[#some + 1], cost = row, cost + row_lines(row)
        if i == #all or cost + row_lines(all[i + 1]) > room then
            simple.rows = some
            deck:add(pandoc.utils.from_simple_table(simple), cost)
            some, cost, room = {}, 1, LINES
        end
    end
end

local function paragraph(deck, inlines)
    local only = #inlines == 1 and inlines[1]
    if only and only.t == 'Image' then return picture(deck, only) end
    local formulas = inlines:filter(function(i) return i.t == 'Math' and i.mathtype == 'DisplayMath' end)
    local text = inlines:filter(function(i) return not (i.t == 'Math' and i.mathtype == 'DisplayMath') end)
    if stringify(text):match '%S' then
        local sentence, more = first_sentence(text)
        deck:point(sentence)
        if more then deck.notes:insert(pandoc.Para(text)) end
    end
    for _, formula in ipairs(formulas) do deck:add(pandoc.Para { formula }, FORMULA) end
end

local function list(deck, block)
    local items, cost, longer = {}, 0, false
    for i, item in ipairs(block.content) do
        local sentence, more = first_sentence(item[1].content or {})
        items[i] = { pandoc.Plain(sentence) }
        cost = cost + lines(stringify(sentence)) + 0.4
        longer = longer or more or #item > 1
    end
    if block.t == 'OrderedList' then
        deck:add(pandoc.OrderedList(items, block.listAttributes), cost)
    else
        for _, item in ipairs(items) do deck:point(item[1].content) end
    end
    if longer then deck.notes:insert(block) end
end

local function add(deck, block)
    if block.t == 'Header' then deck:begin(block.content)
    elseif block.t == 'Para' or block.t == 'Plain' then paragraph(deck, block.content)
    elseif block.t == 'BulletList' or block.t == 'OrderedList' then list(deck, block)
    elseif block.t == 'CodeBlock' then code(deck, block)
    elseif block.t == 'Table' then rows(deck, block)
    elseif block.t == 'Div' then -- a list of labs, an aside, a solution: nothing for the wall
        if block.classes:includes 'host' then deck.notes:extend(block.content) end
    else deck:add(block, lines(stringify(block))) end
end

-- ---- a chapter ----------------------------------------------------------------------

-- What the page of the book does, too: marks of numbers are not shown; names of metrics are filled in.
local function cleaned(blocks)
    local nothing = function() return {} end
    return pandoc.walk_block(pandoc.Div(blocks), {
        RawInline = nothing,
        RawBlock = nothing,
        Link = function(link) return link.content end,
        Span = function(span)
            if not span.classes:includes 'metrics' or not span.attributes.of then return span.content end
            local names, why = ncu.metrics('common/weigh/card/metrics.def', span.attributes.of)
            return names or fail(why)
        end,
    }).content
end

-- A line that breaks between two Chinese signs has no space there: pandoc knows that of its input, not of what
-- a filter reads.
local function joined(inlines)
    local function chinese(inline, from, to)
        local sign = inline and inline.t == 'Str' and utf8.len(inline.text) and
            inline.text:sub(utf8.offset(inline.text, from), to and utf8.offset(inline.text, to) - 1)
        return sign and #sign > 0 and utf8.codepoint(sign) > 0x2e7f
    end
    local kept = pandoc.Inlines {}
    for i, inline in ipairs(inlines) do
        if inline.t ~= 'SoftBreak' or not (chinese(inlines[i - 1], -1) and chinese(inlines[i + 1], 1, 2)) then
            kept:insert(inline)
        end
    end
    return kept
end

local function chapter(div)
    local path = div.attributes.file
    local part, of = tonumber(div.attributes.part), tonumber(div.attributes.of)
    local file = io.open(path) or fail(path .. ' is not there')
    local read = pandoc.read(file:read 'a', 'markdown-auto_identifiers'):walk { Inlines = joined }
    file:close()
    local before, sections = pandoc.List {}, {}
    for _, block in ipairs(cleaned(read.blocks)) do
        if block.t == 'Header' and block.level == 2 then sections[#sections + 1] = pandoc.List {} end
        (sections[#sections] or before):insert(block)
    end
    local deck = setmetatable({ slides = pandoc.List {}, body = pandoc.List {}, notes = pandoc.List {},
        used = 0 }, Deck)
    local mine = {}
    for i, section in ipairs(sections) do
        if math.floor((i - 1) * of / #sections) + 1 == part then mine[#mine + 1] = section end
    end
    local title = pandoc.List { pandoc.Str(div.attributes.number .. ' · ') }
    title:extend(read.meta.title)
    deck:begin(title)
    for _, section in ipairs(mine) do deck:point(section[1].content) end
    if part == 1 then
        deck:begin(title)
        for _, block in ipairs(before) do add(deck, block) end
    end
    for _, section in ipairs(mine) do
        for _, block in ipairs(section) do add(deck, block) end
    end
    deck:flush()
    return deck.slides
end

function Pandoc(doc)
    language = stringify(doc.meta.lang):match '^%a%a'
    local blocks = pandoc.List {}
    for _, block in ipairs(doc.blocks) do
        if block.t == 'Header' then
            for class, planned in pairs(MINUTES) do
                if block.classes:includes(class) then minutes = minutes + planned end
            end
        end
        if block.t == 'Div' and block.classes:includes 'chapter' then
            blocks:extend(chapter(block))
        else
            blocks:insert(block)
        end
    end
    doc.blocks = pandoc.walk_block(pandoc.Div(blocks), { Span = function(span)
        if span.classes:includes 'minutes' then return pandoc.Str(tostring(minutes)) end
    end }).content
    return doc
end
