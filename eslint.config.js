import antfu from '@antfu/eslint-config'

export default antfu({
  type: 'lib',
  typescript: true,
  markdown: false,
  ignores: ['dist', 'fixtures/**/*.md', 'fixtures/**/*.json', 'fixtures/**/*.jsonl', '.agents', '.skill-evals'],
}, {
  rules: {
    'no-console': 'error',
    'ts/no-explicit-any': 'error',
    'ts/no-non-null-assertion': 'error',
    'test/prefer-lowercase-title': 'off',
  },
})
