-- Keeps what a person wrote as words: no code, no formula.
local function nothing() return {} end
return { { Code = nothing, CodeBlock = nothing, Math = nothing, RawInline = nothing } }
