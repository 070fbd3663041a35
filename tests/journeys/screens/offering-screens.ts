import type { ReplyOf } from '@bolsillo/contract'
import type { listIpos, listOwnIpos, readIpo } from '@bolsillo/ipo/contract'
import { button, layer } from '../people/customer.ts'
import { type Language, languages } from '../stage/phone.ts'
import type { Screen, Viewer } from './screen.ts'

const list = '/pages/stockIPO/ipoList'
const detail = '/pages/stockIPO/ipoDetail'
const own = '/pages/stockIPO/list'
const order = '/pages/stockIPO/ipoOrder'
type Offering = ReplyOf<typeof listIpos>['rows'][number]
type Application = ReplyOf<typeof listOwnIpos>['rows'][number]
type Prospectus = ReplyOf<typeof readIpo>['prospectus']

const day = 86_400_000
const at = Date.UTC(2026, 10, 27, 16)
const hash = 'df10ebc8d6819f32ff8dadad953da3d3c049f1463748172958dddb30179969b4'

/** What the staff wrote, which a reader gets in their language. */
const texts: Readonly<
  Record<Language, { readonly title: string; readonly text: string; readonly risks: readonly string[] }>
> = {
  'es-ES': {
    title: 'Oferta subsecuente de Walmart de México',
    text: 'Un accionista vende títulos que ya existen. La empresa no recibe dinero de esta oferta.\n\nEl precio se fijó antes de publicarla y no cambia.',
    risks: ['El precio puede bajar desde el primer día.', 'Puedes recibir menos títulos de los que pides, o ninguno.'],
  },
  'en-US': {
    title: 'Follow-on offering of Walmart de México',
    text: 'A shareholder sells shares that exist already. The company gets no money from this offering.\n\nThe price was set before it was published and does not change.',
    risks: ['The price can fall from the first day on.', 'You may get fewer shares than you ask for, or none.'],
  },
  'pt-BR': {
    title: 'Oferta subsequente do Walmart de México',
    text: 'Um acionista vende ações que já existem. A empresa não recebe dinheiro desta oferta.\n\nO preço foi definido antes da publicação e não muda.',
    risks: ['O preço pode cair desde o primeiro dia.', 'Você pode receber menos ações do que pede, ou nenhuma.'],
  },
}

function offeringsIn(language: Language) {
  const { title, text, risks } = texts[language]
  const open: Offering = {
    id: 'off_01KJ0000000000000000000001',
    stage: 'open',
    ...{ symbol: 'WALMEX.MX', ticker: 'WALMEX', name: 'Walmart de México', title, currency: 'MXN' },
    ...{
      priceDecimals: 2,
      price: '52.40',
      supply: '250000',
      lot: '100',
      minimum: '100',
      cap: '5000',
      rule: 'pro-rata',
    },
    ...{ publishedAt: at - 5 * day, opensAt: at - 2 * day, closesAt: at + 3 * day, paysAt: at + 4 * day },
    ...{ sellableAt: at + 34 * day, isPractice: true, simulated: { applications: 812, asked: '431200' } },
    secretHash: hash,
  }
  const coming: Offering = {
    ...open,
    ...{ id: 'off_01KJ0000000000000000000002', stage: 'coming', rule: 'lottery', price: '118.00' },
    ...{ opensAt: at + 2 * day, closesAt: at + 6 * day, paysAt: at + 7 * day, sellableAt: at + 7 * day },
  }
  const done: Offering = {
    ...open,
    ...{ id: 'off_01KJ0000000000000000000003', stage: 'done' },
    ...{ opensAt: at - 9 * day, closesAt: at - 5 * day, paysAt: at - 4 * day, sellableAt: at + 26 * day },
    allotment: {
      ...{ allottedAt: at - 5 * day + 60_000, applications: 813, asked: '431700', allotted: '250000' },
      ...{ root: hash, secret: hash, closingAct: '48198', publicNumber: '48201', publicValue: hash, seed: hash },
    },
  }
  const applying: Application = {
    id: 'sub_01KJ0000000000000000000001',
    offeringId: open.id,
    ...{ symbol: open.symbol, ticker: open.ticker, title, currency: 'MXN', price: open.price },
    ...{ quantity: '500', amount: '26200.00', state: 'applying', appliedAt: at - day, closesAt: open.closesAt },
    ...{ paysAt: open.paysAt, sellableAt: open.sellableAt, canLeave: true, salt: hash, line: hash },
  }
  const paid: Application = {
    ...applying,
    ...{ id: 'sub_01KJ0000000000000000000002', offeringId: done.id, state: 'paid', appliedAt: at - 8 * day },
    ...{ closesAt: done.closesAt, paysAt: done.paysAt, sellableAt: done.sellableAt, canLeave: false },
    ...{ allotted: '300', paid: '15720.00', released: '10480.00', settledAt: at - 4 * day },
  }
  const none: Application = {
    ...applying,
    ...{ id: 'sub_01KJ0000000000000000000003', state: 'unsubscribed', leftAt: at - day, canLeave: false },
  }
  const prospectus: Prospectus = { text, risks: [...risks], hash }
  return { open, coming, done: { ...done, own: paid }, applying, paid, none, prospectus }
}

const infoOf = (offering: Offering, prospectus: Prospectus, available = '48210.55') => ({
  '/stock/index/new/info': (() => ({ offering, prospectus, available, isPasswordNeeded: true })) as never,
})

/** Reads the prospectus and ticks its risks. */
async function readAll(on: Viewer): Promise<void> {
  const { ipo: t } = on.words
  await button(on, t.apply.open).click()
  for (const box of await layer(on).getByRole('checkbox').all()) await box.check()
}

function screensIn(language: Language): readonly Screen[] {
  const { open, coming, done, applying, paid, none, prospectus } = offeringsIn(language)
  const owner = { who: 'owner', languages: [language] } as const
  const info = (name: string, offering: Offering, steps?: Screen['steps'], available?: string): Screen => ({
    ...{
      ...owner,
      name,
      path: `${detail}?id=${offering.id}&${name}`,
      changes: infoOf(offering, prospectus, available),
    },
    ...(steps === undefined ? {} : { steps }),
  })
  const goOn = async (on: Viewer): Promise<void> => {
    await readAll(on)
    await button(layer(on), on.words.ipo.prospectus.go).click()
    await button(layer(on), on.words.ipo.apply.review).waitFor()
  }
  const rows = (...all: readonly Application[]) => ({ '/stock/order/new/list': (() => ({ rows: all })) as never })
  return [
    {
      ...{ ...owner, name: 'offerings', path: `${list}?some` },
      changes: { '/stock/index/new/today': (() => ({ rows: [{ ...open, own: applying }, coming] })) as never },
    },
    info('offering-open', open),
    info('offering-prospectus', open, readAll),
    info('offering-apply', open, goOn),
    info('offering-short', open, goOn, '1200.00'),
    info('offering-review', open, async (on) => {
      await goOn(on)
      await button(layer(on), on.words.ipo.apply.review).click()
      await button(layer(on), on.words.ipo.apply.send).waitFor()
    }),
    info('offering-coming', coming),
    info('offering-done', done),
    { ...owner, name: 'applications', path: `${own}?some`, changes: rows(applying, paid, none) },
    {
      ...{ ...owner, name: 'application', path: `${order}?id=${applying.id}`, changes: rows(applying) },
      steps: (on) => button(on, on.words.ipo.leave.open).click(),
    },
    {
      ...{ ...owner, name: 'application-paid', path: `${order}?id=${paid.id}` },
      changes: { ...rows(applying, paid), ...infoOf(done, prospectus) },
    },
  ]
}

const nothing = (() => ({ rows: [] })) as never

/** Offerings as customers see them: none, open, to be read and applied to, allotted; and their applications. */
export const offeringScreens: readonly Screen[] = [
  {
    who: 'nobody',
    name: 'empty-offerings',
    path: `${list}?view=coming`,
    changes: { '/stock/index/new/list/coming': nothing },
  },
  { who: 'nobody', name: 'offering-unknown', path: `${detail}?id=off_01KJ0000000000000000000009`, isRefused: true },
  { who: 'novice', name: 'empty-applications', path: own },
  { who: 'novice', name: 'application-unknown', path: `${order}?id=sub_01KJ0000000000000000000009` },
  ...languages.flatMap(screensIn),
]
