import type { listNews, listNotices, readNews } from '@bolsillo/content/contract'
import type { MarketNews } from '@bolsillo/content/domain'
import { marketHeadOf, marketWholeOf } from '@bolsillo/content/fixtures'
import type { ReplyOf } from '@bolsillo/contract'
import { present } from '@bolsillo/kernel'
import { instruments } from '@bolsillo/market/domain'
import { findAd } from '../people/find-ad.ts'
import type { Written } from '../people/publishing.ts'
import { languages } from '../stage/phone.ts'
import { feedInPlace, feedsInList } from './feed-items.ts'
import type { Changes, Screen, Viewer } from './screen.ts'

const notices = '/pages/notice/list'
const news = '/pages/news/list'
const home = '/pages/tabbar/home'

/** What the staff publishes before anybody looks: a pinned notice, one with every kind of block, and news of a company. */
export const writtenArticles: readonly Written[] = [
  {
    kind: 'notice',
    words: [
      [
        'Mantenimiento del domingo 6 de diciembre, de 2:00 a 4:00',
        'El domingo cambiamos de máquinas. De **2:00 a 4:00**, hora de la Ciudad de México:\n\n- no se puede entrar en la app\n- las órdenes abiertas siguen como están\n- los depósitos que lleguen se abonan después de las 4:00\n\n## Qué tienes que hacer\n\nNada. El [estado del servicio](/pages/common/status) dice cuándo terminamos.',
      ],
      [
        'Maintenance on Sunday, December 6, from 2:00 to 4:00',
        'We change machines on Sunday. From **2:00 to 4:00**, Mexico City time:\n\n- nobody can open the app\n- open orders stay as they are\n- deposits that arrive are credited after 4:00\n\n## What you have to do\n\nNothing. The [state of the service](/pages/common/status) says when we are done.',
      ],
      [
        'Manutenção no domingo, 6 de dezembro, das 2h às 4h',
        'No domingo trocamos de máquinas. Das **2h às 4h**, horário da Cidade do México:\n\n- não é possível entrar no app\n- as ordens abertas ficam como estão\n- os depósitos que chegarem são creditados depois das 4h\n\n## O que você precisa fazer\n\nNada. O [estado do serviço](/pages/common/status) diz quando terminamos.',
      ],
    ],
  },
  {
    kind: 'notice',
    isPinned: true,
    words: [
      [
        'Nunca te pedimos tu contraseña',
        'Nadie de la casa te llama para pedirte una contraseña o un código.\n\n> Si alguien te los pide, cuelga y [congela tu cuenta](/pages/user/security).\n\nPara aprender a reconocer una llamada falsa, lee la [guía de la Condusef](https://www.condusef.gob.mx/).',
      ],
      [
        'We never ask for your password',
        'Nobody of the firm calls you to ask for a password or a code.\n\n> If somebody asks for one, hang up and [freeze your account](/pages/user/security).\n\nTo learn how a false call sounds, read the [guide of Condusef](https://www.condusef.gob.mx/).',
      ],
      [
        'Nunca pedimos a sua senha',
        'Ninguém da corretora liga para pedir uma senha ou um código.\n\n> Se alguém pedir, desligue e [congele a sua conta](/pages/user/security).\n\nPara reconhecer uma ligação falsa, leia o [guia da Condusef](https://www.condusef.gob.mx/).',
      ],
    ],
  },
  {
    kind: 'ad',
    words: [
      [
        'Comprueba tu dinero cuando quieras',
        'Cada día publicamos la prueba de lo que guardamos, y tu teléfono la revisa. [Ver la prueba](/pages/user/proof)',
      ],
      [
        'Check your money whenever you like',
        'Each day we publish the proof of what we hold, and your phone checks it. [See the proof](/pages/user/proof)',
      ],
      [
        'Confira o seu dinheiro quando quiser',
        'Todo dia publicamos a prova do que guardamos, e o seu celular confere. [Ver a prova](/pages/user/proof)',
      ],
    ],
  },
  {
    kind: 'news',
    symbols: 'WALMEX.MX',
    words: [
      [
        'Walmex abre tres tiendas en Mérida',
        'La empresa abrió tres tiendas en **Mérida** y anunció otras dos para enero.\n\n1. Centro, el lunes\n2. Norte, el martes\n3. Progreso, el viernes',
      ],
      [
        'Walmex opens three stores in Mérida',
        'The company opened three stores in **Mérida** and announced two more for January.\n\n1. Centro, on Monday\n2. Norte, on Tuesday\n3. Progreso, on Friday',
      ],
      [
        'Walmex abre três lojas em Mérida',
        'A empresa abriu três lojas em **Mérida** e anunciou outras duas para janeiro.\n\n1. Centro, na segunda\n2. Norte, na terça\n3. Progreso, na sexta',
      ],
    ],
  },
]

const openRow =
  (place: 'first' | 'last') =>
  async ({ page }: Viewer): Promise<void> => {
    await page.locator('main a[href*="detail?id="]')[place]().click()
    await page.locator('article').waitFor()
  }

const seeRows = ({ page }: Viewer): Promise<void> => page.locator('main a[href*="detail?id="]').first().waitFor()

const seeAd = async ({ page, words }: Viewer): Promise<void> => {
  await findAd(page, words.core.home.ad)
}

const nothing: ReplyOf<typeof listNotices> = { rows: [] }

const hourMs = 3_600_000
const quarterStart = Date.UTC(2026, 10, 27, 16, 45)
const hourStart = Date.UTC(2026, 10, 27, 16)
/** What takes a day of trading to happen. */
const move: MarketNews = {
  ...{ articleId: 'art_01JD0000000000000000000001', kind: 'large-move', symbol: 'WALMEX.MX', session: '2026-11-27' },
  ...{ happenedAt: quarterStart + 900_000, writtenAt: quarterStart + 980_000 },
  facts: {
    ...{ tradeDate: '2026-11-27', quarterStart: String(quarterStart), previousClose: '61.020', price: '57.850' },
    ...{ percent: '-5.20', leastPercent: '3.00' },
  },
}
const wave: MarketNews = {
  ...{ articleId: 'art_01JD0000000000000000000002', kind: 'liquidation-wave', symbol: 'BTC-USDT-PERP' },
  ...{ session: String(hourStart), happenedAt: hourStart + hourMs, writtenAt: hourStart + hourMs + 400_000 },
  facts: {
    ...{ from: String(hourStart), to: String(hourStart + hourMs), accounts: '17', fills: '43' },
    ...{ quantity: '12.48210000', low: '88120.50', high: '90004.00', leastAccounts: '5' },
  },
}

/** The language of a reply, by the title of the news that staff wrote. */
function languageOf({ title }: { readonly title: string } = { title: '' }) {
  const { words } = present(writtenArticles.at(-1), 'news')
  return present(languages[words.findIndex(([written]) => written === title)], `the language of ${title}`)
}
const inList: Changes = {
  '/index/news': (({ rows }: ReplyOf<typeof listNews>) => ({
    rows: [...[wave, move].map((one) => marketHeadOf(one, languageOf(rows.at(-1)), instruments)), ...rows],
  })) as never,
}
const inPlaceOf = (news: MarketNews): Changes => ({
  '/index/news/info': ((article: ReplyOf<typeof readNews>) =>
    marketWholeOf(news, languageOf(article), instruments)) as never,
})

/** The firm's notices and the news, as a visitor and a customer see them. */
export const contentScreens: readonly Screen[] = [
  // First: what was asked for already is not asked for again.
  {
    who: 'nobody',
    name: 'empty-notice-list',
    path: `${notices}?nothing`,
    changes: { '/index/notice': (() => nothing) as never },
  },
  { who: 'nobody', name: 'visitor-notice-list', path: notices, steps: seeRows },
  { who: 'nobody', name: 'visitor-home-ad', path: `${home}?ad`, steps: seeAd },
  { who: 'owner', name: 'home-ad', path: `${home}?ad`, steps: seeAd },
  { who: 'owner', name: 'notice-list', path: notices, steps: seeRows },
  { who: 'owner', name: 'notice-detail', path: `${notices}?pinned`, steps: openRow('first') },
  { who: 'owner', name: 'notice-detail-long', path: `${notices}?long`, steps: openRow('last') },
  { who: 'owner', name: 'news-list', path: news, steps: seeRows },
  { who: 'owner', name: 'news-detail', path: `${news}?one`, steps: openRow('first') },
  { who: 'owner', name: 'news-list-market', path: `${news}?symbol=WALMEX.MX`, steps: seeRows, changes: inList },
  { who: 'owner', name: 'news-list-feeds', path: `${news}?feeds`, steps: seeRows, changes: feedsInList },
  { who: 'owner', name: 'news-detail-feed', path: `${news}?feed`, steps: openRow('first'), changes: feedInPlace },
  {
    who: 'owner',
    name: 'news-detail-move',
    path: `${news}?move`,
    steps: openRow('first'),
    changes: inPlaceOf(move),
  },
  {
    who: 'owner',
    name: 'news-detail-wave',
    path: `${news}?wave`,
    steps: openRow('first'),
    changes: inPlaceOf(wave),
  },
  {
    who: 'owner',
    name: 'company-news',
    path: '/pages/market/company?symbol=WALMEX.MX',
    steps: seeRows,
    changes: inList,
  },
  { who: 'owner', name: 'empty-news-list', path: `${news}?symbol=AAPL.US` },
  {
    who: 'nobody',
    name: 'news-unknown',
    path: '/pages/news/detail?id=art_01JD0000000000000000000000',
    isRefused: true,
  },
  { who: 'nobody', name: 'notice-unknown', path: '/pages/notice/detail?id=art_01JD0000000000000000000000' },
]
