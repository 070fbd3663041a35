import type { Captcha } from '@bolsillo/identity/server'
import { plusMs } from '@bolsillo/kernel'
import type { Services } from '@bolsillo/server-kit'

const lifeMs = 600_000

/** Puzzles without proof of work: whoever names one has solved it, once. */
export function simulatedCaptcha({ clock }: Services): Captcha {
  return {
    create: async () => ({
      parameters: {
        algorithm: 'none',
        nonce: 'none',
        salt: 'none',
        cost: 1,
        keyLength: 32,
        keyPrefix: '',
        data: { until: plusMs(clock.now(), lifeMs) },
      },
      signature: 'none',
    }),
    spend: async (tx, payload) => {
      const until = plusMs(clock.now(), lifeMs)
      const rows =
        await tx`insert into captcha_used (nonce, until) values (${payload}, ${until}) on conflict do nothing`
      return rows.count === 1
    },
  }
}
