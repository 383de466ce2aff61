import antfu from '@antfu/eslint-config'

export default antfu({
  type: 'lib',
  typescript: true,
  markdown: false,
  ignores: ['dist', 'fixtures/**/*.md', 'fixtures/**/*.json', 'fixtures/**/*.jsonl', 'fixtures/corpus', '.agents', '.skill-evals'],
}, {
  rules: {
    'no-console': 'error',
    // our modules are loaded by `import`, and the programs among them read better from top to bottom
    'antfu/no-top-level-await': 'off',
    'ts/no-explicit-any': 'error',
    'ts/no-non-null-assertion': 'error',
    'test/prefer-lowercase-title': 'off',
  },
})
