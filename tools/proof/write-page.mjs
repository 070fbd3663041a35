// Writes apps/web/public/verify-proof.html: the page around the verifier, with the verifier in it word for word, so that
// one file is all that is needed. Run it after changing either.
import { readFileSync, writeFileSync } from 'node:fs'

const read = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The page as it must be. */
export function verifierPage() {
  return read('page.html').replace('/* VERIFIER */', () => read('verifier.mjs').replaceAll(/^export /gm, ''))
}

/** Where it stands. */
export const verifierPagePath = new URL('../../apps/web/public/verify-proof.html', import.meta.url)

if (import.meta.main) writeFileSync(verifierPagePath, verifierPage())
