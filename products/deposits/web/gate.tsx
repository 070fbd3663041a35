import type { ReplyOf } from '@bolsillo/contract'
import { EmptyState, Loaded, Note, SkeletonCard } from '@bolsillo/ui'
import { useCall, useSession, useWords } from '@bolsillo/web-kit'
import PauseCircle from 'lucide-react/icons/circle-pause'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Hourglass from 'lucide-react/icons/hourglass'
import IdCard from 'lucide-react/icons/id-card'
import type { ReactNode } from 'react'
import { readDepositStatus } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { identityPath } from './addresses.ts'
import { useDepositNews } from './use-news.ts'

export type Status = ReplyOf<typeof readDepositStatus>

/** Wraps every page for paying in: requires a verified identity, and shows the practice note or a pause. */
export function Gated({ children }: { readonly children: (status: Status) => ReactNode }) {
  const status = useCall(readDepositStatus, {})
  useDepositNews()
  return (
    <Loaded
      of={status}
      skeleton={
        <>
          <SkeletonCard lines={3} />
          <SkeletonCard lines={5} />
        </>
      }
    >
      {(data) => (
        <>
          <Banners status={data} />
          {data.verified ? children(data) : <IdentityGate />}
        </>
      )}
    </Loaded>
  )
}

function Banners({ status }: { readonly status: Status }) {
  const t = useWords<Messages>('deposits')
  const simulated = status.channels.some((channel) => channel.simulated)
  return (
    <>
      {simulated && (
        <Note icon={FlaskConical} tone="warning">
          {t('common.practice')}
        </Note>
      )}
      {!status.open && (
        <Note icon={PauseCircle} tone="warning">
          {t('common.paused')}
        </Note>
      )}
    </>
  )
}

/** What to do first. */
function IdentityGate() {
  const t = useWords<Messages>('deposits')
  const { user } = useSession()
  const pending = user?.idStatus === 'pending'
  const failed = user?.idStatus === 'fail'
  const state = pending ? 'pending' : failed ? 'fail' : undefined
  return (
    <EmptyState
      icon={pending ? Hourglass : IdCard}
      title={t(state === undefined ? 'gate.title' : `gate.${state}Title`)}
      text={t(state === undefined ? 'gate.text' : `gate.${state}Text`)}
      action={{
        label: t(pending ? 'gate.limits' : failed ? 'gate.failAction' : 'gate.action'),
        href: identityPath,
      }}
    />
  )
}
