import type { ReplyOf } from '@bolsillo/contract'
import type { readVotes } from '@bolsillo/votes/contract'
import { type Language, languages } from '../stage/phone.ts'
import type { Screen } from './screen.ts'

const votes = '/pages/stock/vote'
type Reply = ReplyOf<typeof readVotes>
type Vote = Reply['rows'][number]

const day = 86_400_000
const at = Date.UTC(2026, 10, 27, 16)
const hash = 'df10ebc8d6819f32ff8dadad953da3d3c049f1463748172958dddb30179969b4'

/** What the staff wrote, which a reader gets in their language. */
const texts: Readonly<Record<Language, { readonly guide: readonly string[]; readonly dividend: readonly string[] }>> = {
  'es-ES': {
    guide: [
      '¿Qué debemos explicar primero en la siguiente guía para quienes empiezan?',
      'Las comisiones y cómo se calculan',
      'Los riesgos de operar con apalancamiento',
      'Ninguna de las dos',
    ],
    dividend: ['¿Prefieres recibir el dividendo en efectivo o en acciones?', 'En efectivo', 'En acciones'],
  },
  'en-US': {
    guide: [
      'What should we explain first in the next guide for beginners?',
      'Fees and how they are computed',
      'The risks of trading with leverage',
      'Neither',
    ],
    dividend: ['Do you prefer the dividend in cash or in shares?', 'In cash', 'In shares'],
  },
  'pt-BR': {
    guide: [
      'O que devemos explicar primeiro no próximo guia para quem está começando?',
      'As taxas e como são calculadas',
      'Os riscos de operar com alavancagem',
      'Nenhuma das duas',
    ],
    dividend: ['Você prefere receber o dividendo em dinheiro ou em ações?', 'Em dinheiro', 'Em ações'],
  },
}

const textOf = ([question = '', ...options]: readonly string[]) => ({ question, options })

function votesIn(language: Language): Readonly<Record<'open' | 'announced' | 'closed', Vote>> {
  const open: Vote = {
    id: 'vot_01KJ0000000000000000000001',
    ...textOf(texts[language].guide),
    ...{ weighting: 'account', scale: 0, publishedAt: at - 20 * day, state: 'open' },
    ...{ recordAt: at, opensAt: at + 60_000, closesAt: at + 9 * day },
    own: { weight: '1' },
  }
  const announced: Vote = {
    ...open,
    ...{ id: 'vot_01KJ0000000000000000000002', symbol: 'WALMEX.MX', ticker: 'WALMEX', weighting: 'shares' },
    ...textOf(texts[language].dividend),
    ...{ state: 'announced', recordAt: at + 3 * day, opensAt: at + 4 * day, own: {} },
  }
  const closed: Vote = {
    ...announced,
    ...{ id: 'vot_01KJ0000000000000000000003', state: 'closed', recordAt: at - 9 * day, opensAt: at - 8 * day },
    ...{
      closesAt: at - day,
      position: '48201',
      holders: 1204,
      own: { weight: '50', receipt: hash, castAt: at - 2 * day },
    },
    count: {
      ...{ countedAt: at - day + 1500, listHash: hash, ballots: 812 },
      options: [
        { ballots: 500, weight: '120450' },
        { ballots: 312, weight: '60225' },
      ],
    },
  }
  return { open, announced, closed }
}

const answering = (...rows: Vote[]) => ({ '/index/vote/info': (() => ({ rows })) as never })

function screensIn(language: Language): readonly Screen[] {
  const { open, announced, closed } = votesIn(language)
  const owner = { who: 'owner', languages: [language] } as const
  return [
    { ...owner, name: 'votes', path: `${votes}?all`, changes: answering(announced, open, closed) },
    { ...owner, name: 'vote-open', path: `${votes}?id=${open.id}`, changes: answering(open) },
    { ...owner, name: 'vote-announced', path: `${votes}?id=${announced.id}`, changes: answering(announced) },
    { ...owner, name: 'vote-closed', path: `${votes}?id=${closed.id}`, changes: answering(closed) },
  ]
}

/** Votes as a customer sees them: none, some, one to vote on, one that was counted. */
export const voteScreens: readonly Screen[] = [
  { who: 'nobody', name: 'empty-votes', path: `${votes}?nothing`, changes: answering() },
  { who: 'nobody', name: 'vote-unknown', path: `${votes}?id=vot_01KJ0000000000000000000009` },
  ...languages.flatMap(screensIn),
]
