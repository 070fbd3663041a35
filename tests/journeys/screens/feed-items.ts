import type { listNews, readNews } from '@bolsillo/content/contract'
import { type FeedItem, feedHeadOf, feedWholeOf } from '@bolsillo/content/fixtures'
import type { ReplyOf } from '@bolsillo/contract'
import type { Changes } from './screen.ts'

const minuteMs = 60_000
const at = Date.UTC(2026, 10, 27, 16, 5)

/** What a feed of a live market brings: a practice market has none. */
const item: FeedItem = {
  ...{ itemId: 'art_01JD0000000000000000000003', number: 2, symbols: ['CEMEX.MX'], publishedAt: at, saidAt: at },
  title: 'Cemex reabre su planta de Tepeaca tras once meses de obras',
  summary:
    'La compañía informó que la segunda línea queda en marcha esta semana. Los trabajadores volverán por turnos; el sindicato pidió conocer antes los resultados de la revisión.',
  ...{ link: 'https://www.eldiario.example/empresas/cemex-tepeaca', source: 'El Diario', language: 'es-ES' },
  ...{ fetchedAt: at + 12 * minuteMs, fetchedFrom: 'https://www.eldiario.example/rss/empresas.xml' },
  bodyHash: 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184',
}
const untimed: FeedItem = {
  ...{ itemId: 'art_01JD0000000000000000000004', number: 1, symbols: [], publishedAt: at - 9 * minuteMs },
  ...{ title: 'Central bank of Mexico publishes its calendar for 2027', summary: '' },
  ...{ link: 'https://wire.example.com/banxico', source: 'Example Wire', language: 'en-US', fetchedAt: at },
  ...{ fetchedFrom: 'https://wire.example.com/atom', bodyHash: item.bodyHash },
}
const before = { ...item, number: 1, title: 'Cemex reabre su planta de Tepeaca', fetchedAt: at + 2 * minuteMs }

/** The list with items of feeds above what it has. */
export const feedsInList: Changes = {
  '/index/news': (({ rows }: ReplyOf<typeof listNews>) => ({
    rows: [...[item, untimed].map(feedHeadOf), ...rows],
  })) as never,
}

/** One article, as the item that was changed since. */
export const feedInPlace: Changes = {
  '/index/news/info': ((_: ReplyOf<typeof readNews>) => feedWholeOf(item, [before])) as never,
}
