import type { CustomerRecords } from '@bolsillo/identity/server'
import { present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { topicOf } from '../domain/index.ts'
import type { NoticesDeps } from './deps.ts'
import { queueNotice } from './queue-notice.ts'

/**
 * Gives a notice that a room writes with its own words: by e-mail and SMS, as the customer chose. What is about nothing that
 * can be chosen is security's.
 */
export function createGiveNotice(deps: NoticesDeps): CustomerRecords['notify'] {
  return async (tx: Tx, { about = 'identity.notice', customerId, title, text, now }) => {
    const topic = topicOf(about) ?? 'security'
    const channels = deps.channels.filter(({ channel }) => channel === 'email' || channel === 'sms')
    const written = (texts: Readonly<Record<string, string>>, language: string): string =>
      present(texts[language] ?? texts['es-ES'], `the words of ${about}`)
    await queueNotice(
      deps,
      tx,
      {
        ...{ event: `n${deps.services.ids.next('ntc')}`, customerId, about, topic, at: now, channels },
        words: (language) => ({ title: written(title, language), text: written(text, language), path: pathOf[topic] }),
      },
      now,
    )
  }
}

const pathOf = {
  security: '/pages/user/security',
  liquidations: '/pages/user/record',
  money: '/pages/user/record',
  orders: '/pages/user/record',
  alerts: '/pages/user/alerts',
  support: '/pages/user/service',
} as const
