import { beforeEach, expect, it, vi } from 'vitest'
import { changeLanguage, currentLanguage, type Language, restOfWords, startWords, wordOf } from './words.ts'

const bundles: Readonly<Record<Language, Record<string, Record<string, string | Record<string, string>>>>> = {
  'es-ES': {
    stocks: {
      title: 'Acciones',
      order: { left_one: 'Queda {count} de {total}', left_other: 'Quedan {count} de {total}' },
    },
  },
  'en-US': {
    stocks: {
      title: 'Shares',
      order: { left_one: '{count} of {total} is left', left_other: '{count} of {total} are left' },
    },
  },
  'pt-BR': {
    stocks: {
      title: 'Ações',
      order: { left_one: 'Resta {count} de {total}', left_other: 'Restam {count} de {total}' },
    },
  },
}

beforeEach(async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  await startWords(async (language) => bundles[language])
  return () => vi.unstubAllGlobals()
})

it('begins in Spanish and finds the words of a room', () => {
  expect(currentLanguage()).toBe('es-ES')
  expect(wordOf('stocks', 'title')).toBe('Acciones')
})

it('fills placeholders and picks the plural of a count, also for millions, which Spanish counts apart', () => {
  expect(wordOf('stocks', 'order.left', { count: 1, total: 3 })).toBe('Queda 1 de 3')
  expect(wordOf('stocks', 'order.left', { count: 2, total: 3 })).toBe('Quedan 2 de 3')
  expect(wordOf('stocks', 'order.left', { count: 1_000_000, total: 3 })).toBe('Quedan 1000000 de 3')
  expect(wordOf('stocks', 'order.left', { count: 0 })).toBe('Quedan 0 de {total}')
})

it('changes the language at once and keeps the choice', async () => {
  await changeLanguage('pt-BR')
  expect(wordOf('stocks', 'order.left', { count: 2, total: 3 })).toBe('Restam 2 de 3')
  expect(localStorage.getItem('lang')).toBe('pt-BR')
  expect(document.documentElement.lang).toBe('pt-BR')
  expect(document.cookie).toMatch(/^lang=pt-BR; path=\/;/)
})

it('shows the key of a word that does not exist, and is not fooled by what every object has', () => {
  expect(wordOf('stocks', 'order.toString')).toBe('order.toString')
  expect(wordOf('nowhere', 'title')).toBe('title')
})

it('brings the rest of the words once for each language, and takes them along when the language changes', async () => {
  const asked: Language[] = []
  await startWords(
    async (language) => bundles[language],
    async (language) => {
      asked.push(language)
      return { robot: { title: `robot ${language}` } }
    },
  )
  expect(wordOf('robot', 'title')).toBe('title')
  await Promise.all([restOfWords(), restOfWords()])
  expect(wordOf('robot', 'title')).toBe(`robot ${currentLanguage()}`)
  expect(wordOf('stocks', 'title')).not.toBe('title')
  await changeLanguage('en-US')
  expect([wordOf('robot', 'title'), wordOf('stocks', 'title')]).toEqual(['robot en-US', 'Shares'])
  await restOfWords()
  expect(asked).toEqual(['es-ES', 'en-US'])
})

it('asks for the rest of the words again after they could not be brought', async () => {
  let tries = 0
  await startWords(
    async (language) => bundles[language],
    async () => {
      tries += 1
      if (tries === 1) throw new Error('no line')
      return { robot: { title: 'Robot' } }
    },
  )
  await expect(restOfWords()).rejects.toThrow('no line')
  await restOfWords()
  expect(wordOf('robot', 'title')).toBe('Robot')
})

it('brings the rest of the words with the next language after a change that failed', async () => {
  let isOnline = true
  await startWords(
    async (language) => bundles[language],
    async (language) => {
      if (!isOnline) throw new Error('no line')
      return { robot: { title: `robot ${language}` } }
    },
  )
  await restOfWords()
  isOnline = false
  await expect(changeLanguage('en-US')).rejects.toThrow('no line')
  expect([currentLanguage(), wordOf('robot', 'title')]).toEqual(['es-ES', 'robot es-ES'])
  isOnline = true
  await changeLanguage('pt-BR')
  expect([wordOf('robot', 'title'), wordOf('stocks', 'title')]).toEqual(['robot pt-BR', 'Ações'])
})

it('brings the rest of the words of a language that was changed to while they were on their way', async () => {
  let arrive = (): void => undefined
  const isOnWay = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await startWords(
    async (language) => bundles[language],
    async (language) => {
      if (language === 'es-ES') await isOnWay
      return { robot: { title: `robot ${language}` } }
    },
  )
  const changed = changeLanguage('en-US')
  const brought = restOfWords()
  await changed
  arrive()
  await brought
  expect([currentLanguage(), wordOf('robot', 'title')]).toEqual(['en-US', 'robot en-US'])
})
