import type { ReplyOf } from '@bolsillo/contract'
import type { readVotes } from '@bolsillo/votes/contract'
import type { Screen } from './screen.ts'

const votes = '/pages/stock/vote'
type Reply = ReplyOf<typeof readVotes>
type Vote = Reply['rows'][number]

const day = 86_400_000
const at = Date.UTC(2026, 10, 27, 16)
const hash = 'df10ebc8d6819f32ff8dadad953da3d3c049f1463748172958dddb30179969b4'

const open: Vote = {
  id: 'vot_01KJ0000000000000000000001',
  question: '¿Qué debemos explicar primero en la siguiente guía para quienes empiezan?',
  options: ['Las comisiones y cómo se calculan', 'Los riesgos de operar con apalancamiento', 'Ninguna de las dos'],
  ...{ weighting: 'account', scale: 0, recordAt: at, opensAt: at + 60_000, closesAt: at + 9 * day, state: 'open' },
  own: { weight: '1' },
}
const announced: Vote = {
  ...open,
  ...{ id: 'vot_01KJ0000000000000000000002', symbol: 'WALMEX.MX', ticker: 'WALMEX', weighting: 'shares' },
  question: '¿Prefieres recibir el dividendo en efectivo o en acciones?',
  options: ['En efectivo', 'En acciones'],
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
const answering = (...rows: Vote[]) => ({ '/index/vote/info': (() => ({ rows })) as never })

/** Votes as a customer sees them: none, some, one to vote on, one that was counted. */
export const voteScreens: readonly Screen[] = [
  { who: 'nobody', name: 'empty-votes', path: `${votes}?nothing`, changes: answering() },
  { who: 'owner', name: 'votes', path: `${votes}?all`, changes: answering(announced, open, closed) },
  { who: 'owner', name: 'vote-open', path: `${votes}?id=${open.id}`, changes: answering(open) },
  { who: 'owner', name: 'vote-announced', path: `${votes}?id=${announced.id}`, changes: answering(announced) },
  { who: 'owner', name: 'vote-closed', path: `${votes}?id=${closed.id}`, changes: answering(closed) },
  { who: 'nobody', name: 'vote-unknown', path: `${votes}?id=vot_01KJ0000000000000000000009` },
]
