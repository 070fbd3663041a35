/// <reference types="vite/types/importMeta.d.ts" />
import { expect, it } from 'vitest'

const files: Readonly<Record<string, string>> = import.meta.glob(
  [
    '../../{platform,products,rails}/*/messages/**/*.ts',
    '../../apps/*/words/**/*.ts',
    '../../kit/{ui/words,server/messages}/*-*.ts',
  ],
  { eager: true, query: '?raw', import: 'default' },
)

/** Phrases that no broker's app of the language says, and what is said instead. */
const unsaid: Readonly<Record<string, readonly (readonly [phrase: RegExp, instead: string])[]>> = {
  'es-ES': [
    [/indica la cantidad|ingresa (?:la |cu[aá]nta )?cantidad/i, 'Escribe la cantidad, Escribe el monto'],
    [/ni siquiera/i, 'Nadie, tampoco nosotros'],
    [/acci[oó]n se (?:compra|vende) entera|cantidades enteras/i, 'por títulos completos'],
    [/diferencial efectivo/i, 'diferencial compra-venta'],
    [/\bNIP\b|contraseña de operación\b/i, 'contraseña de operaciones'],
    [/'Yo'/, 'Cuenta'],
  ],
  'en-US': [
    [/without your leave/i, 'without your permission'],
    [/\b(?:somebody|nobody) of (?:the|our) staff/i, 'someone on our staff'],
    [/'Mine'/, 'Account'],
    [/may come to/i, 'the maximum is'],
  ],
  'pt-BR': [
    [/'Eu'/, 'Conta'],
    [/nem mesmo n[oó]s/i, 'Ninguém, nem nós'],
  ],
}

it.each(Object.keys(unsaid))('the words of the app in %s are those of a broker’s app', (language) => {
  const own = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.ts`))
  expect(own.length).toBeGreaterThan(30)
  const found = own.flatMap(([path, text]) =>
    (unsaid[language] ?? []).flatMap(([phrase, instead]) => {
      const said = phrase.exec(text)?.[0]
      return said === undefined ? [] : [`${path}: “${said}”, say: ${instead}`]
    }),
  )
  expect(found).toEqual([])
})
