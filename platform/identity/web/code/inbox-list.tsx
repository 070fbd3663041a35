import { Age, Button, EmptyState, ErrorState, Icon, SkeletonRows, showToast } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import Mail from 'lucide-react/icons/mail'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import { type InboxMessage, readPracticeInbox } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { deviceKey } from '../sign-in/device-key.ts'

/** How often a page that shows the inbox looks for new messages. */
const lookEveryMs = 3000

interface InboxListProps {
  /** What to do with a code: a form that waits for one takes it. Left out: it is copied. */
  readonly onUse?: (code: string) => void
  /** Only the newest so many. */
  readonly shown?: number
}

/** The practice inbox of this device, newest first. */
export function InboxList({ onUse, shown = 50 }: InboxListProps) {
  const t = useWords<Messages>('identity')
  const inbox = useCall(readPracticeInbox, { deviceKey: deviceKey() }, { everyMs: lookEveryMs, freshMs: 0 })
  if (inbox.isPending) return <SkeletonRows rows={3} />
  if (inbox.isError) return <ErrorState title={inbox.error.message} onRetry={() => void inbox.refetch()} />
  const messages = inbox.data.messages.slice(0, shown)
  if (messages.length === 0) {
    return <EmptyState icon={Mail} title={t('inbox.empty')} text={t('inbox.emptyHint')} />
  }
  return (
    <ul className="flex flex-col gap-3" aria-live="polite">
      {messages.map((message) => (
        <Message key={message.id} message={message} {...(onUse === undefined ? {} : { onUse })} />
      ))}
    </ul>
  )
}

function Message({ message, onUse }: { readonly message: InboxMessage; readonly onUse?: (code: string) => void }) {
  const t = useWords<Messages>('identity')
  const { code } = message
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text)
    showToast(t('inbox.copied'))
  }
  return (
    <li className="rounded-card bg-card p-4 shadow-card">
      <div className="flex items-center gap-2 text-12 text-second">
        <Icon of={message.channel === 'sms' ? MessageSquareText : Mail} size={16} className="shrink-0" />
        <span className="min-w-0 flex-1">
          {t(message.channel === 'sms' ? 'inbox.sms' : 'inbox.email', { to: message.to })}
        </span>
        <Age at={message.at} />
      </div>
      <h2 className="mt-2 text-15">{message.title}</h2>
      <p className="mt-1 text-13 text-second wrap-anywhere">{message.text}</p>
      {code !== undefined && (
        <div className="mt-3 flex items-center justify-between gap-3 rounded-field bg-wash py-1 pr-1 pl-4">
          <span className="font-strong text-24 tracking-[0.14em]">
            <span className="sr-only">{t('inbox.code')} </span>
            {code}
          </span>
          <Button
            kind="plain"
            size="medium"
            aria-label={onUse === undefined ? t('inbox.copy') : t('inbox.use')}
            onClick={() => (onUse === undefined ? void copy(code) : onUse(code))}
          >
            {onUse === undefined ? t('inbox.copyShort') : t('inbox.useShort')}
          </Button>
        </div>
      )}
    </li>
  )
}
