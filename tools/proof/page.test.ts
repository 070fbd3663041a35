import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { verifierPage, verifierPagePath } from './write-page.mjs'

it('the page customers take away holds the verifier word for word, and loads nothing', () => {
  const page = readFileSync(verifierPagePath, 'utf8')
  expect(page === verifierPage(), 'run node tools/proof/write-page.mjs').toBe(true)
  expect(page).toMatch(/script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='"/)
  expect(page).not.toMatch(/\bimport\b|src=|href=|fetch\(|XMLHttpRequest/)
})
