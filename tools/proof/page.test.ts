import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { verifierPage, verifierPagePath } from './write-page.mjs'

it('the page customers take away holds the verifier word for word, and loads nothing', () => {
  const page = readFileSync(verifierPagePath, 'utf8')
  expect(page === verifierPage(), 'run node tools/proof/write-page.mjs').toBe(true)
  // One script of three files: nothing in it is named twice.
  const [, script = ''] = /<script[^>]*>(.*?)<\/script>/s.exec(page) ?? []
  expect(() => new Script(`'use strict'; async () => { {${script}} }`)).not.toThrow()
  expect(page).toMatch(/script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='"/)
  expect(page).not.toMatch(/\bimport\b|src=|href=|fetch\(|XMLHttpRequest/)
})
