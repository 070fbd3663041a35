import { instant, plusMs, quantityOf, tradeDate } from '@bolsillo/kernel'
import { grid } from '../server/market.ts'
import type { PlantedBug } from './planted-bug.ts'
import { entries, every, facts, fills, insertsNothing, notes, shift, text, venue } from './planting.ts'

const dayMs = 86_400_000
const contractLot = BigInt(grid['BTC-USDT-PERP'].lot)

/** Bugs a back end of this kind could have, each in one port of the product. What each run makes for itself is a function. */
export const plantedBugs: readonly {
  readonly name: string
  readonly what: string
  /** A seed that found it, tried first: only time is lost when it no longer does. */
  readonly seenAt?: number
  readonly plant: () => Omit<PlantedBug, 'name' | 'what'>
}[] = [
  {
    name: 'fencing-ignored',
    what: 'Whoever takes the shard over does not raise its epoch, so two desks commit side by side.',
    seenAt: 32,
    plant: () => ({ alter: text(/epoch = (desk_lease\.)?epoch \+ 1/, 'epoch = $1epoch') }),
  },
  {
    name: 'outbox-row-lost',
    what: 'What changed is not written to the outbox.',
    plant: () => ({ alter: insertsNothing('outbox') }),
  },
  {
    name: 'outbox-cursor-stuck',
    what: 'A handler’s place in the outbox is never noted.',
    plant: () => ({ alter: text(/(update outbox_cursor set .*)$/s, '$1 and false') }),
  },
  {
    name: 'grant-twice',
    what: 'The practice grant is given every time it is asked for.',
    plant: () => ({
      alter: text(
        /on conflict \(customer_id\) do nothing returning 1/,
        'on conflict (customer_id) do update set granted_at = excluded.granted_at returning 1',
      ),
    }),
  },
  {
    name: 'answers-not-kept',
    what: 'Keys are not remembered, so a retry has its effect again.',
    plant: () => ({ alter: insertsNothing('idempotency_record') }),
  },
  {
    name: 'key-dropped',
    what: 'A proxy in front loses the key of every third request.',
    seenAt: 2,
    plant: () => {
      const isLost = every(3)
      return {
        answer: (answer) => (request) => {
          const { 'idempotency-key': key, ...headers } = request.headers
          return answer(key !== undefined && isLost() ? { ...request, headers } : request)
        },
      }
    },
  },
  {
    name: 'commit-lost',
    what: 'Every ninth commit is acknowledged and not kept, as with asynchronous commits and a power cut.',
    plant: () => {
      const isLost = every(9)
      return { losesCommit: () => isLost() }
    },
  },
  {
    name: 'retry-answered-anew',
    what: 'A request with a key that was used is answered in other bytes than the first time.',
    seenAt: 3,
    plant: () => {
      const seen = new Set<string>()
      return {
        answer: (answer) => async (request) => {
          const outgoing = await answer(request)
          const key = request.headers['idempotency-key']
          if (key === undefined || outgoing.status >= 300) return outgoing
          if (seen.has(key)) return { ...outgoing, body: `${outgoing.body} ` }
          seen.add(key)
          return outgoing
        },
      }
    },
  },
  {
    name: 'sessions-mixed-up',
    what: 'Every twelfth request is served as whoever came before.',
    seenAt: 5,
    plant: () => {
      const isMixed = every(12)
      let before: string | undefined
      return {
        answer: (answer) => (request) => {
          const own = request.headers.accesstoken
          const token = own !== undefined && before !== undefined && isMixed() ? before : own
          before = own ?? before
          return answer(
            token === undefined ? request : { ...request, headers: { ...request.headers, accesstoken: token } },
          )
        },
      }
    },
  },
  {
    name: 'fee-rounded-up',
    what: 'A commission is one cent more than the schedule says.',
    seenAt: 4,
    plant: () => ({ ledger: entries(/^stock-(buy|sell)$/, shift(/^cus_.*:(MXN|USD)$/, /^house:fees/, 1n)) }),
  },
  {
    name: 'amount-rounded-wrong',
    what: 'A purchase comes to one cent less than its price.',
    seenAt: 4,
    plant: () => ({ ledger: entries(/^stock-buy$/, shift(/:custody:(MXN|USD)$/, /^cus_.*:(MXN|USD)$/, 1n)) }),
  },
  {
    name: 'conversion-rounded-wrong',
    what: 'A conversion gives one cent more than was offered.',
    seenAt: 3,
    plant: () => ({ ledger: entries(/conver/, shift(/:custody:USD$/, /^cus_.*:USD$/, 1n)) }),
  },
  {
    name: 'hold-leaked',
    what: 'What is given back when an order ends is one unit short.',
    seenAt: 4,
    plant: () => ({
      ledger: entries(/^stock-order-release$/, (postings) =>
        postings.map((posting) => ({ ...posting, held: posting.held < -1n ? posting.held + 1n : posting.held })),
      ),
    }),
  },
  {
    name: 'hold-too-small',
    what: 'An order reserves one unit less than it may need.',
    seenAt: 4,
    plant: () => ({
      ledger: entries(/^stock-order-hold$/, (postings) =>
        postings.map((posting) => ({ ...posting, held: posting.held > 1n ? posting.held - 1n : posting.held })),
      ),
    }),
  },
  {
    name: 'book-restored-backwards',
    what: 'After a restart waiting orders stand in the book in the wrong order.',
    seenAt: 8,
    plant: () => ({ market: venue((own) => ({ reset: (id, open) => own.reset(id, open.toReversed()) })) }),
  },
  {
    name: 'book-forgets-an-order',
    what: 'After a restart the oldest waiting order is missing from the book.',
    plant: () => ({ market: venue((own) => ({ reset: (id, open) => own.reset(id, open.slice(1)) })) }),
  },
  {
    name: 'book-not-restored',
    what: 'After a failed batch the book keeps what never happened.',
    seenAt: 4,
    plant: () => {
      const fresh = new Set<string>()
      return {
        market: venue((own) => ({
          reset: (id, open) => {
            if (fresh.has(id)) return
            fresh.add(id)
            own.reset(id, open)
          },
        })),
      }
    },
  },
  {
    name: 'report-lost',
    what: 'Every seventh fill of the venue is never reported.',
    seenAt: 4,
    plant: () => {
      const isLost = every(7)
      return { market: fills((report) => (isLost() ? [] : [report])) }
    },
  },
  {
    name: 'lock-by-the-clock',
    what: 'Shares bought may be sold at once.',
    seenAt: 5,
    plant: () => ({ market: facts(() => ({ sellableAt: (_, at) => at })) }),
  },
  {
    name: 'settles-today',
    what: 'A trade settles on the day it was made.',
    seenAt: 5,
    plant: () => ({
      market: facts(() => ({ settlesOn: (_, at) => tradeDate(new Date(at).toISOString().slice(0, 10)) })),
    }),
  },
  {
    name: 'lock-not-written',
    what: 'That shares may not be sold yet is not written down.',
    seenAt: 5,
    plant: () => ({ alter: insertsNothing('position_lock') }),
  },
  {
    name: 'position-not-updated',
    what: 'A fill moves shares in the ledger and not in the position.',
    seenAt: 2,
    plant: () => ({ alter: insertsNothing('position') }),
  },
  {
    name: 'fill-not-recorded',
    what: 'A fill moves money and is not recorded as a fill.',
    plant: () => ({ alter: insertsNothing('trade_fill') }),
  },
  {
    name: 'last-act-not-kept',
    what: 'An order does not name the act that says what was done to it last, so its life ends early.',
    plant: () => ({ alter: text(/last_act = now\.last_act/, 'last_act = kept.last_act') }),
  },
  {
    name: 'steps-not-recorded',
    what: 'The steps of an order’s life are not in its act.',
    plant: () => ({ ledger: notes((act) => [{ ...act, payload: { ...act.payload, steps: [] } }]) }),
  },
  {
    name: 'act-of-order-twice',
    what: 'What a batch did to its last order is in the journal twice.',
    plant: () => ({ ledger: notes((act, isLast) => (isLast ? [act, act] : [act])) }),
  },
  {
    name: 'row-of-nothing',
    what: 'Each fill is written a second time, of no act and no entry of its own.',
    plant: () => ({
      alter: text(
        /insert into trade_fill select \* from unnest\((.*)::trade_fill\[\]\)/s,
        `insert into trade_fill select (made).* from (
          select case when place = 1 then one else jsonb_populate_record(one,
            jsonb_build_object('fill_id', 'fil_none', 'sequence', one.sequence + 1000000)) end as made
          from unnest($1::trade_fill[]) as one, generate_series(1, 2) as place) as twice
          on conflict do nothing`,
      ),
    }),
  },
  {
    name: 'commitment-to-another',
    what: 'What the journal takes from the queue commits to other rows than were written.',
    plant: () => ({
      alter: text(
        /(select place, kind, actor, cause, subject, key), commitment/,
        "$1, case kind when 'row-kept' then sha256('another') else commitment end as commitment",
      ),
    }),
  },
  {
    name: 'twin-not-ended',
    what: 'One of two orders is filled, and the other stays.',
    seenAt: 4,
    plant: () => ({
      alter: (statement) =>
        /update trade_order as kept/.test(statement)
          ? `${statement} and not (kept.twin_id is not null and now.state = 'cancelled')`
          : statement,
    }),
  },
  {
    name: 'cancel-not-recorded',
    what: 'A cancelled order gives back its money and stays open.',
    seenAt: 2,
    plant: () => ({
      alter: (statement) =>
        /update trade_order as kept/.test(statement) ? `${statement} and now.state <> 'cancelled'` : statement,
    }),
  },
  {
    name: 'day-never-ends',
    what: 'Day orders live for ten days.',
    seenAt: 12,
    plant: () => ({
      market: facts((own) => ({ dayEnd: (id, at) => plusMs(own.dayEnd(id, instant(at)), 10 * dayMs) })),
    }),
  },
  {
    name: 'coin-fee-rounded-up',
    what: 'A commission on coins is one unit more than the tier says.',
    seenAt: 2,
    plant: () => ({ ledger: entries(/^spot-(buy|sell)$/, shift(/^cus_.*:USDT$/, /^house:fees/, 1n)) }),
  },
  {
    name: 'coin-bought-short',
    what: 'Whoever buys a coin is given one unit less of it than was filled.',
    seenAt: 2,
    plant: () => ({ ledger: entries(/^spot-buy$/, shift(/^cus_.*:coin:(BTC|ETH)$/, /:custody:(BTC|ETH)$/, 1n)) }),
  },
  {
    name: 'post-only-takes',
    what: 'An order that was only to wait takes from the book all the same.',
    plant: () => ({ market: venue((own) => ({ submit: (order) => own.submit({ ...order, postOnly: false }) })) }),
  },
  {
    name: 'margin-not-kept',
    what: 'What is set aside for a position is one unit less than the position says.',
    plant: () => ({
      ledger: entries(/^contract-(open|margin)$/, (postings) =>
        postings.map((posting) => ({ ...posting, held: posting.held > 1n ? posting.held - 1n : posting.held })),
      ),
    }),
  },
  {
    name: 'contract-result-rounded-up',
    what: 'Closing a contract pays one unit more than its result.',
    seenAt: 9,
    plant: () => ({ ledger: entries(/^contract-close$/, shift(/:custody:USDT$/, /^cus_.*:contract:USDT$/, 1n)) }),
  },
  {
    name: 'contract-sides-differ',
    what: 'Of two customers who trade a contract with each other, who waited is told of a lot less.',
    seenAt: 14,
    plant: () => ({
      market: venue((own) => ({
        submit: (order) =>
          own.submit(order).map((report) => {
            const isWaiting =
              report.kind === 'filled' && report.counterOrderId !== undefined && report.liquidity === 'maker'
            if (!isWaiting || !order.instrumentId.endsWith('-PERP') || report.quantity <= contractLot) return report
            return { ...report, quantity: quantityOf(report.quantity - contractLot) }
          }),
      })),
    }),
  },
  {
    name: 'contract-position-not-written',
    what: 'A fill of a contract moves money, and the position stays as it was.',
    plant: () => ({ alter: insertsNothing('contract_position') }),
  },
  {
    name: 'contract-booking-lost',
    what: 'What was booked on a position is not recorded.',
    plant: () => ({ alter: insertsNothing('contract_booking') }),
  },
  {
    name: 'funding-rounded-up',
    what: 'Who is paid funding is paid one unit more.',
    plant: () => ({ ledger: entries(/^contract-funding$/, shift(/:custody:USDT$/, /^cus_.*:contract:USDT$/, 1n)) }),
  },
  {
    name: 'funding-of-another-size',
    what: 'Funding is written down for the other side.',
    plant: () => ({
      alter: text(
        /insert into contract_funding \(symbol, at, rate([\s\S]*?)select (\u0000), (\u0000), (\u0000)/,
        'insert into contract_funding (symbol, at, rate$1select $2, $3, -$4',
      ),
    }),
  },
  {
    name: 'liquidation-fee-kept-by-the-house',
    what: 'What a liquidation leaves for the insurance fund goes to the house.',
    plant: () => ({
      ledger: entries(/^contract-liquidation$/, shift(/^house:insurance/, /^house:fees/, 1n)),
    }),
  },
  {
    name: 'liquidation-never-over',
    what: 'A position that was saved from liquidation stays marked as being liquidated.',
    plant: () => ({
      alter: text(
        /liquidation_id = new\.liquidation_id/,
        'liquidation_id = case when new.closed_at is null then coalesce(new.liquidation_id, kept.liquidation_id) end',
      ),
    }),
  },
  {
    name: 'liquidation-step-lost',
    what: 'The steps of a liquidation are not recorded, so its receipt is empty.',
    plant: () => ({
      alter: (statement) =>
        /insert into contract_liquidation_step/.test(statement) ? `${statement} where false` : statement,
    }),
  },
  {
    name: 'index-of-one-venue',
    what: 'The index is what one venue says, however far off, so accounts are liquidated that have enough.',
    seenAt: 33,
    plant: () => ({
      market: (own) => ({
        indexOf: (coin, at) => own.indexOf(coin, at).map((one, _, [first = one]) => ({ ...first, venue: one.venue })),
      }),
    }),
  },
]
