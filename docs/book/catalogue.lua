-- catalogue.lua: the grader's own table of mistakes, as entries of chapter 10. Which
-- mistakes there are, and all their words, stand in grader/mistakes and nowhere else.

local catalogue = {}

local function values_of(line)
    local values, escapes = {}, { n = '\n', t = '\t', r = '\r', ['\\'] = '\\' }
    for value in (line .. '\t'):gmatch '(.-)\t' do
        values[#values + 1] = value:gsub('\\(.)', escapes)
    end
    return values
end

-- Every mistake in the catalogue's order, or nil and why not. The first line names the columns.
function catalogue.read(path)
    local file = io.open(path)
    if not file then return nil, path .. ' is not there: make book writes it' end
    local mistakes, columns = {}, nil
    for line in file:lines() do
        local mistake, values = {}, values_of(line)
        if columns then
            for at, name in ipairs(columns) do mistake[name] = values[at] end
            mistakes[#mistakes + 1] = mistake
        else
            columns = values
        end
    end
    file:close()
    return mistakes
end

-- Where each entry's picture comes from: id, lab, device, date; or nil and why not.
function catalogue.pictures(path)
    local file = io.open(path)
    if not file then return nil, path .. ' is not there: make book writes it' end
    local pictures = {}
    for line in file:lines() do
        local id, lab, device, date = line:match '^(.-)\t(.-)\t(.-)\t(.-)$'
        pictures[id] = { lab = lab, device = device, date = date }
    end
    file:close()
    return pictures
end

-- The picture, with what it says in words; one that was measured says where and when.
local function picture(mistake, from, words, said, lang)
    local image = 'figures/' .. mistake.id:gsub('/', '-') .. '.svg'
    if from.device == '' then return pandoc.Para { pandoc.Image(said, image) } end
    local what = from.lab ~= '' and words.shipped:gsub('NN', from.lab) or words.program
    local caption = lang == 'zh' and words.witness .. what .. '，' .. words[from.device] .. '，' .. from.date .. '。'
        or words.witness .. ' ' .. what .. ', ' .. words[from.device] .. ', ' .. from.date .. '.'
    if pandoc.Figure then -- pandoc 3
        return pandoc.Figure({ pandoc.Plain { pandoc.Image(said, image) } },
            { long = { pandoc.Plain { pandoc.Str(caption) } } })
    end
    return pandoc.Para { pandoc.Image(caption, image, 'fig:', { alt = said }) }
end

local function sentence(text, lang)
    if lang == 'zh' then return text .. '。' end
    return text:sub(1, 1):upper() .. text:sub(2) .. '.'
end

-- A formula looks like one; a sentence does not.
local function proof(text, lang)
    return text:match '=' and pandoc.Code(text) or pandoc.Str(sentence(text, lang))
end

local function labelled(label, inlines)
    local line = pandoc.List { pandoc.Strong { pandoc.Str(label) }, pandoc.Space() }
    line:extend(inlines)
    return line
end

-- How to find it: an example, if there is one, and what a reader can do.
local function find(mistake, lang, words)
    local blocks = pandoc.read(mistake['find_' .. lang],
        'markdown-auto_identifiers+east_asian_line_breaks').blocks
    blocks[1] = pandoc.Para(labelled(words.find, blocks[1].content))
    if mistake.example ~= '' then table.insert(blocks, 1, pandoc.CodeBlock(mistake.example)) end
    return blocks
end

-- The blocks of one entry: what was done and is seen, the proof, a picture, how to find it, the
-- remedy.
function catalogue.entry(mistake, lang, words, link_lab, from, said)
    local family, name = mistake.id:match '^(%l+)/(.+)$'
    local blocks = pandoc.List {
        pandoc.Header(3, { pandoc.Code(mistake.id, { class = 'id' }) }, { id = family .. '-' .. name }),
        pandoc.Para { pandoc.Str(sentence(mistake['did_' .. lang], lang)) },
        pandoc.LineBlock {
            labelled(words.seen, { pandoc.Str(sentence(mistake['seen_' .. lang], lang)) }),
            labelled(words.proof, { proof(mistake['proof_' .. lang], lang) }),
        },
    }
    blocks:insert(picture(mistake, from, words, said, lang))
    blocks:extend(find(mistake, lang, words))
    local remedy = labelled(words.mend, { pandoc.Str(mistake['why_' .. lang] ..
        (lang == 'zh' and '' or ' ') .. mistake['mend_' .. lang]) })
    if mistake.lab ~= '' then
        remedy:insert(pandoc.Space())
        remedy:insert(link_lab(mistake.lab))
    end
    blocks:insert(pandoc.Para(remedy))
    return blocks
end

return catalogue
