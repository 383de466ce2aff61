/** Files of other dialects, one of each kind. Lines are counted on, so mind them. */
export const SKILL_CREATOR = `{
  "skill_name": "csv",
  "evals": [
    {
      "id": 1,
      "name": "sum",
      "prompt": "Sum the second column of evals/files/sales.csv.",
      "expected_output": "The sum, 42.",
      "files": ["evals/files/sales.csv"],
      "expectations": [
        "Reads the table",
        "Says 42"
      ]
    },
    {
      "id": 2,
      "prompt": "Which month was best?",
      "expected_output": "November",
      "files": [],
      "live_only": true
    }
  ]
}
`

export const SUPERSET = `{
  "skill_name": "csv",
  "owner": { "team": "data" },
  "evals": [
    {
      "id": "typed",
      "prompt": "Clean it.",
      "should_trigger": true,
      "assertions": [
        "Says what it removed",
        { "type": "file-exists", "path": "clean.csv" },
        { "type": "contains", "value": "3 rows" },
        { "type": "regex-match", "pattern": "^rows: \\\\d+$" },
        { "text": "Keeps the header", "check": "first_line", "equals": "a,b" },
        { "name": "no sentence", "check": "counts" }
      ],
      "tool_assertions": [{ "type": "tool-called", "name": "Read" }]
    },
    { "id": 5, "prompt": "What time is it?", "skill_should_trigger": false, "assertions": ["Says the time"], "files": ["a.csv"] },
    { "id": 6, "question": "Both lists?", "expectations": ["One"], "assertions": ["Two"] }
  ],
  "trigger": { "positive": [{ "prompt": "tidy my table" }], "negative": [{ "prompt": "bake a cake" }] }
}
`

export const TRIGGERS = `[
  { "query": "sum this column", "should_trigger": true },
  { "query": "write a poem", "should_trigger": false, "why": "no table" },
  { "query": "review this paper", "should_trigger": "peer-review" },
  { "query": "what is up", "should_trigger": null },
  { "question": "sum?", "expected_skill": "csv", "ground_truth": "A sum.", "expected_behavior": ["Sums"] },
  { "query": "hm" },
  { "query": " ", "should_trigger": true }
]
`

export const CSV = `id,should_trigger,prompt,expected_behaviors\r
explicit,true,"Sum ""a"", please
now","Sums | Says 42"\r
no,false,Write a mail,Does NOT sum\r
`
