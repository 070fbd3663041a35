import type { ReplyOf } from '@bolsillo/contract'
import { DateTime, Pill } from '@bolsillo/ui'
import { Link, useWords } from '@bolsillo/web-kit'
import type { readConversation } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { conversationAt } from './paths.ts'

export type Conversation = ReplyOf<typeof readConversation>['conversation']

const tones = { waiting: 'warning', answered: 'brand', closed: 'quiet' } as const

/** The state of a conversation in words. */
export function ConversationPill({ state }: Pick<Conversation, 'state'>) {
  const t = useWords<Messages>('support')
  return <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>
}

/** One conversation in the list of them. */
export function ConversationRow({ of }: { readonly of: Conversation }) {
  const t = useWords<Messages>('support')
  return (
    <li className="border-hair border-t first:border-t-0">
      <Link
        href={conversationAt(of.id)}
        className="flex min-h-12 items-center justify-between gap-3 py-3 active:opacity-70"
      >
        <span className="min-w-0">
          <span className="block break-words font-strong">
            {t(`topics.${of.topic}`)}
            {of.about !== undefined && ` · …${of.about.slice(-6)}`}
          </span>
          <span className="block text-13 text-second">
            <DateTime at={of.lastAt} />
          </span>
        </span>
        <ConversationPill state={of.state} />
      </Link>
    </li>
  )
}
