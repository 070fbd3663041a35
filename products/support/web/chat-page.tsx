import { EmptyState, Note, PageFrame } from '@bolsillo/ui'
import { useSession, useWords } from '@bolsillo/web-kit'
import MessagesSquare from 'lucide-react/icons/messages-square'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Messages } from '../messages/es-ES.ts'
import { ownPath, publicPath } from './paths.ts'

/** Where another company's chat would be: there is none, nothing is loaded, and the way to our own is here. */
export default function ChatPage() {
  const t = useWords<Messages>('support')
  const { token } = useSession()
  return (
    <PageFrame title={t('chat.title')}>
      <section className="rounded-card bg-card shadow-card">
        <EmptyState
          icon={MessagesSquare}
          title={t('chat.none')}
          text={t('chat.noneText')}
          action={{ label: t('chat.own'), href: token === '' ? publicPath : ownPath }}
        />
      </section>
      <Note icon={ShieldCheck}>{t('chat.why')}</Note>
    </PageFrame>
  )
}
