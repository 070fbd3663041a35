import { present } from '@bolsillo/kernel'
import { type Network, networks, type PaymentRail } from '@bolsillo/payments/domain'
import { accountXpub, deriveAddress, type PracticePayer } from '@bolsillo/payments/server'
import type { Room, Services } from '@bolsillo/server-kit'
import { chainDialect, type PracticeDialect, pixDialect, speiDialect } from './practice-dialect.ts'
import { createProvider, type PracticeProvider } from './practice-provider.ts'
import { createPracticeRail } from './practice-rail.ts'

/** The rails of the practice market. Nothing they move is worth money. */
export interface TestRails {
  /** Keeps the made-up providers' books; has no calls of its own. */
  readonly room: Room
  readonly rails: readonly PaymentRail[]
  /** Lets a customer pay as if from their bank or wallet. */
  readonly payer: PracticePayer
  /** The providers themselves, by rail: for scripts of what providers do. */
  readonly providers: ReadonlyMap<string, PracticeProvider>
  readonly dialects: ReadonlyMap<string, PracticeDialect>
}

/**
 * Makes the practice rails. Addresses come from the public half of keys made from the installation's secret; the private
 * half is dropped as soon as it is made. `confirmationsOf` says after how many a deposit counts.
 */
export function createTestRails(options: {
  readonly services: Services
  readonly confirmationsOf: (network: Network, asset: string) => number
}): TestRails {
  const { services, confirmationsOf } = options
  const seed = services.secret('practice-deposit-addresses')
  const dialects = [
    speiDialect(),
    pixDialect(practiceKey(services)),
    ...networks.map((network) => {
      // Made with the first address asked for: a hundred milliseconds that no start has to wait for.
      let xpub: string | undefined
      return chainDialect(network, (leaf) => {
        xpub ??= accountXpub(network, seed)
        return deriveAddress(network, xpub, leaf)
      })
    }),
  ]
  const providers = new Map(dialects.map((dialect) => [dialect.railId, createProvider(services, dialect)]))
  const byRail = new Map(dialects.map((dialect) => [dialect.railId, dialect]))
  return {
    room: {
      name: 'test',
      migrations: new URL('./server/migrations/', import.meta.url),
      handlers: [],
      messages: { 'es-ES': {}, 'en-US': {}, 'pt-BR': {} },
    },
    rails: dialects.map((dialect) =>
      createPracticeRail(services, dialect, present(providers.get(dialect.railId), dialect.railId)),
    ),
    payer: {
      payIn: (tx, { railId, to, amount, from, now }) => {
        const network = byRail.get(railId)?.network
        const needed = network === undefined ? 1 : confirmationsOf(network, amount.asset.code)
        return present(providers.get(railId), `practice rail ${railId}`).begin(tx, {
          to,
          amount,
          name: from?.name,
          needed,
          now,
        })
      },
    },
    providers,
    dialects: byRail,
  }
}

/** A random PIX key (a UUID of version 4) of the practice bank: the same for an installation for ever. */
function practiceKey(services: Services): string {
  const hex = [...services.secret('practice-pix-key')].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
