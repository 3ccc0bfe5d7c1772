# What in a grading does not follow grader/grade/grading/grading.schema.json: one line each. Knows the
# words of JSON Schema that the file uses, and stops at any other.
#   jq -r --slurpfile schema grader/grade/grading/grading.schema.json -f grader/test/schema.jq FILE.json
def kind: type as $t | if $t == "number" and floor == . then "integer" else $t end;
def fits($wanted): kind as $is | $is == $wanted or ($is == "integer" and $wanted == "number");
def wrong($rule; $at):
    . as $value
    | if $rule["$ref"] then wrong($schema[0]["$defs"][$rule["$ref"] | ltrimstr("#/$defs/")]; $at)
      else
        (($rule | keys_unsorted[]) as $word
            | select(["$schema", "$defs", "title", "description", "type", "const", "enum",
                "required", "properties", "additionalProperties", "items"] | index($word) | not)
            | "\($at): the schema says \($word)"),
        (select($rule.const != null and . != $rule.const) | "\($at): is not \($rule.const)"),
        (select($rule.enum and ($rule.enum | index($value) | not)) | "\($at): \($value) is no choice"),
        (select($rule.type and ([$rule.type] | flatten | any(. as $kind | $value | fits($kind)) | not))
            | "\($at): is a \(kind)"),
        (select($rule.required and type == "object") | ($rule.required - keys)[] | "\($at).\(.): is missing"),
        (select($rule.additionalProperties == false and type == "object")
            | (keys - ($rule.properties | keys))[] | "\($at).\(.): is not known"),
        (select($rule.properties and type == "object") | to_entries[]
            | select($rule.properties[.key]) | .key as $key | .value | wrong($rule.properties[$key]; "\($at).\($key)")),
        (select($rule.items and type == "array") | to_entries[]
            | .key as $key | .value | wrong($rule.items; "\($at)[\($key)]"))
      end;
wrong($schema[0]; "")
