// Writes apps/web/public/verify-proof.html: the page around the verifier, with the verifier and its reader of acts in it
// word for word, so that one file is all that is needed. Run it after changing any of them.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const read = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')

// In the page they are one script: nothing is exported or imported.
const plain = (/** @type {string} */ script) => script.replaceAll(/^(?:export |import .*\n)/gm, '')

/** The page as it must be. */
export function verifierPage() {
  const page = read('page.html').replace('/* VERIFIER */', () =>
    ['read-act.mjs', 'verifier.mjs', 'verify-log.mjs'].map((name) => plain(read(name))).join('\n'),
  )
  // Saved and opened from a disk, no server says what may run: the page says it itself.
  return page.replaceAll(/HASH OF (SCRIPT|STYLE)/g, (_, tag) => {
    const [, text = ''] = new RegExp(`<${tag}\\b[^>]*>([^]*?)</${tag}>`, 'i').exec(page) ?? []
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}

/** The path of the page. */
export const verifierPagePath = new URL('../../apps/web/public/verify-proof.html', import.meta.url)

if (import.meta.main) writeFileSync(verifierPagePath, verifierPage())
