import { expect, it } from 'vitest'
import { linesOf } from './draw-picture.ts'

it('breaks a text between words, and leaves alone what fits or cannot be broken', () => {
  const measure = (text: string): number => text.length
  expect(linesOf('Compraste 15 de WALMEX', 40, measure)).toEqual(['Compraste 15 de WALMEX'])
  expect(linesOf('Compraste 15 de WALMEX', 12, measure)).toEqual(['Compraste 15', 'de WALMEX'])
  expect(linesOf('a extraordinariamente b', 5, measure)).toEqual(['a', 'extraordinariamente', 'b'])
})
