import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { cutMiddle, fitTexts } from './judge-budget.ts'

describe('cutMiddle', () => {
  it('keeps start and end, and says how much is missing', () => {
    expect(cutMiddle('0123456789', 4)).toEqual({ text: '01\n[... 6 characters are missing here ...]\n89', cut: 6 })
    expect(cutMiddle('0123456789', 5)).toEqual({ text: '012\n[... 5 characters are missing here ...]\n89', cut: 5 })
    expect(cutMiddle('0123456789', 0)).toEqual({ text: '\n[... 10 characters are missing here ...]\n', cut: 10 })
  })

  it('leaves alone what fits', () => {
    expect(cutMiddle('0123456789', 10)).toEqual({ text: '0123456789', cut: 0 })
  })

  it('does not halve a character', () => {
    for (let size = 0; size < 8; size++) {
      const { text, cut } = cutMiddle('\u{1F600}\u{1F601}\u{1F602}\u{1F603}', size)
      expect(Buffer.from(text).toString()).toBe(text)
      expect(text.replace(/\n\[.*\]\n/, '').length + cut).toBe(8)
    }
  })
})

describe('fitTexts', () => {
  const lengths = (texts: number[], budget: number) => fitTexts(texts.map(length => 'x'.repeat(length)), budget).texts.map(text => text.split('\n[...')[0]?.length === text.length ? text.length : text.replace(/\n\[.*\]\n/, '').length)

  it('cuts nothing that fits', () => {
    expect(fitTexts(['abc', 'de', ''], 5)).toEqual({ texts: ['abc', 'de', ''], cut: 0 })
  })

  it('gives what one text does not need to the others', () => {
    expect(lengths([1000, 10, 1000], 110)).toEqual([50, 10, 50])
    expect(lengths([1000, 10, 20], 100)).toEqual([70, 10, 20])
    expect(lengths([10, 1000, 30], 60)).toEqual([10, 25, 25])
  })

  it('keeps to the budget, and counts what is missing', () => {
    for (const budget of [0, 1, 2, 3, 50, 99, 299]) {
      const { texts, cut } = fitTexts(['x'.repeat(100), 'y'.repeat(100), 'z'.repeat(100)], budget)
      const kept = texts.map(text => text.replace(/\n\[.*\]\n/, '').length).reduce((a, b) => a + b)
      expect(kept).toBe(budget)
      expect(cut).toBe(300 - budget)
    }
  })
})
