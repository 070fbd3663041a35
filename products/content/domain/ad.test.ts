import { describe, expect, it } from 'vitest'
import { adPages, adProblem, readAd, urgencyIn } from './ad.ts'
import type { Words } from './article.ts'

const words = (change: Partial<Record<'es' | 'en' | 'pt' | 'title', string>> = {}): Words => ({
  'es-ES': {
    title: change.title ?? 'Comprueba tu dinero',
    text: change.es ?? 'Cada mes publicamos la prueba de lo que tenemos. [Ver la prueba](/pages/user/proof)',
  },
  'en-US': {
    title: 'Check your money',
    text: change.en ?? 'Each month we publish the proof of what we hold. [See the proof](/pages/user/proof)',
  },
  'pt-BR': {
    title: 'Confira o seu dinheiro',
    text: change.pt ?? 'Todo mês publicamos a prova do que temos. [Ver a prova](/pages/user/proof)',
  },
})

describe('an ad', () => {
  it('is a title, a sentence and one link at its end, in every language to the same page', () => {
    expect(adProblem(words())).toBeUndefined()
    expect(readAd(words()['pt-BR'])).toEqual({
      ...{ title: 'Confira o seu dinheiro', text: 'Todo mês publicamos a prova do que temos.' },
      ...{ action: 'Ver a prova', href: '/pages/user/proof' },
    })
  })

  it.each([
    ['no link', { es: 'Cada mes publicamos la prueba.' }],
    ['two links', { es: 'La [prueba](/pages/user/proof) y [otra](/pages/user/proof)' }],
    ['words after the link', { en: 'See [the proof](/pages/user/proof) each month' }],
    ['a list', { pt: '- [Ver](/pages/user/proof)' }],
    ['two paragraphs', { pt: 'Uma.\n\nDuas. [Ver](/pages/user/proof)' }],
    ['only a link', { es: '[Ver](/pages/user/proof)' }],
    ['more than a glance', { es: `${'muy '.repeat(40)} [Ver](/pages/user/proof)` }],
    ['a title of more than a line', { title: 'a'.repeat(61) }],
    ['letters of another script', { es: 'Es urg\u0435nte mirar. [Ver](/pages/user/proof)' }],
  ])('is not one with %s', (_, change) => {
    expect(adProblem(words(change))).toMatchObject({ problem: 'shape' })
  })

  it.each([
    ['another site', { es: 'Mira. [Ver](https://example.com/a)' }],
    ['a ticket', { es: 'Mira. [Ver](/pages/tabbar/trade)' }],
    ['a page of the list with a query', { es: 'Mira. [Ver](/pages/user/proof?x=1)' }],
    ['another page than in Spanish', { en: 'Look. [See](/pages/user/alerts)' }],
  ])('does not lead to %s', (_, change) => {
    expect(adProblem(words(change))).toMatchObject({ problem: 'link', part: 'text' })
  })

  it('leads to no ticket, no credit and no payment in', () => {
    expect(adPages.filter((path) => /trade|contract|recharge|loan|order/i.test(path))).toEqual([])
  })

  it.each([
    ...['Solo por hoy', '¡Mira!', 'ÚLTIMA  OPORTUNIDAD', 'Por tiempo limitado', 'No te lo pierdas', 'Quedan 3 lugares'],
    ...['Última-hora: mira', 'Aprovecha', 'Vence mañana', 'ＵＲＧＥＮＴＥ', 'Se acaba', 'Termina hoy'],
    ...['Hurry', 'Last chance', 'Ends tonight', 'Don’t miss it', "don't wait", 'Only 4 left', 'limited-time offer'],
    ...['Só hoje', 'Não perca', 'Últimas vagas', 'Corra', 'Acaba amanhã', 'Aproveite', 'Restam poucas'],
  ])('never hurries anybody: %s', (phrase) => {
    expect(urgencyIn(phrase)).toBeDefined()
    expect(adProblem(words({ title: phrase }))).toMatchObject({ problem: 'urgency', part: 'title' })
    expect(adProblem(words({ en: `See. ${phrase} [See](/pages/user/proof)` }))).toMatchObject({ problem: 'urgency' })
  })

  it('hides no hurry in its marks or in its link', () => {
    expect(adProblem(words({ es: 'Mira: ul**tima** *oportunidad*. [Ver](/pages/user/proof)' }))).toMatchObject({
      problem: 'urgency',
      about: 'ultima oportunidad',
    })
    expect(adProblem(words({ pt: 'Veja. [Só hoje](/pages/user/proof)' }))).toMatchObject({ problem: 'urgency' })
  })

  it.each([
    ...['Correo de avisos', 'El último precio de cada acción', 'Convierte pesos a dólares', 'Recorre el mercado'],
    ...['The last price of each share', 'A rushed decision is a bad one', 'Confira o último preço', 'Correto e claro'],
  ])('may say: %s', (phrase) => {
    expect(urgencyIn(phrase)).toBeUndefined()
  })
})
