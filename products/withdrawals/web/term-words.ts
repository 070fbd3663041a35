import type { ReplyOf } from '@bolsillo/contract'
import { channelCodes } from '@bolsillo/payments/contract'
import { useWords } from '@bolsillo/web-kit'
import type { withdrawalTerms } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

export type Terms = ReplyOf<typeof withdrawalTerms>
type About = Pick<Terms['rows'][number], 'topic' | 'of'>

/** What a term is called, and how its value is said. */
export function useTermWords(): {
  readonly what: (about: About) => string
  readonly value: (text: string) => string
} {
  const t = useWords<Messages>('withdrawals')
  return {
    what: ({ topic, of }) => {
      const code = channelCodes.find((one) => one === of.channel)
      const channel = code === undefined ? '' : t(`channels.${code}`)
      return t(`terms.topics.${topic}`, { asset: of.asset ?? '', level: of.level ?? '', channel })
    },
    value: (text) => (text === 'true' ? t('terms.yes') : text === 'false' ? t('terms.no') : text),
  }
}
