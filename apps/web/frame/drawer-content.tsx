import { type AccountTag, logout } from '@bolsillo/identity/contract'
import { ButtonLink, Dialog, Icon, ListRow, Note, Pill, showToast } from '@bolsillo/ui'
import { useKit, useNavigate, useSession, useWords } from '@bolsillo/web-kit'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Copy from 'lucide-react/icons/copy'
import FlaskConical from 'lucide-react/icons/flask-conical'
import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { hasPage, homePath, loginPath } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'
import { depositPath, drawerEntries, entryHref, visibleEntries, withdrawPath } from './drawer-entries.ts'
import { drawerTiming as timing } from './drawer-timing.ts'
import { useLoginInfo } from './use-login-info.ts'

const profilePath = '/pages/user/userInfo'

/** What the drawer shows: who is signed in, the two buttons, the rows, the way out. */
export default function DrawerContent() {
  const t = useWords<Messages>('core')
  const { token, user } = useSession()
  const signedIn = token !== ''
  // Opening the drawer loads login info; a customer disabled meanwhile is signed out by it.
  const info = useLoginInfo()
  const entries = visibleEntries(drawerEntries, hasPage, {
    openAutoApply: info.data?.openAutoApply ?? 0,
    signedIn,
  })
  const moneyHref = (path: string): string => (signedIn ? path : `${loginPath}?back=${encodeURIComponent(path)}`)
  return (
    <div className="flex flex-1 flex-col gap-1 px-4 pt-[max(1.5rem,env(safe-area-inset-top))] pb-4">
      <DrawerHead
        account={user?.account}
        id={user?.id}
        idStatus={info.data?.user.idStatus ?? user?.idStatus}
        tags={info.data?.tags ?? []}
      />
      {(hasPage(depositPath) || hasPage(withdrawPath)) && (
        <div className="mb-2 grid grid-cols-2 gap-2.5">
          <ButtonLink
            href={moneyHref(depositPath)}
            size="medium"
            className="px-2!"
            icon={<Icon of={ArrowDownToLine} size={18} />}
          >
            {t('drawer.deposit')}
          </ButtonLink>
          <ButtonLink
            href={moneyHref(withdrawPath)}
            size="medium"
            kind="ghost"
            className="px-2!"
            icon={<Icon of={ArrowUpFromLine} size={18} />}
          >
            {t('drawer.withdraw')}
          </ButtonLink>
        </div>
      )}
      <nav aria-label={t('drawer.label')} className="border-hair border-t">
        {entries.map((entry) => (
          <ListRow
            key={entry.path}
            quiet
            href={entryHref(entry, signedIn, loginPath)}
            lead={<Icon of={entry.icon} size={20} className="shrink-0 text-second" />}
            title={t(entry.word)}
          />
        ))}
      </nav>
      {signedIn && <SignOut />}
    </div>
  )
}

const idStatuses = ['none', 'pending', 'succ', 'fail'] as const

interface HeadProps {
  readonly account: string | undefined
  readonly id: string | undefined
  readonly idStatus: string | undefined
  readonly tags: readonly AccountTag[]
}

function DrawerHead({ account, id, idStatus, tags }: HeadProps) {
  const t = useWords<Messages>('core')
  const { token } = useSession()
  if (token === '') {
    return (
      <ListRow
        first
        href={loginPath}
        lead={<Avatar />}
        title={t('drawer.signIn')}
        note={t('drawer.signInWhy')}
        className="mb-3"
      />
    )
  }
  const status = idStatuses.find((known) => known === idStatus) ?? 'none'
  const tone = { none: 'quiet', pending: 'warning', succ: 'good', fail: 'bad' } as const
  return (
    <>
      <ListRow
        first
        href={hasPage(profilePath) ? profilePath : homePath}
        lead={<Avatar />}
        title={account}
        note={
          <Pill tone={tone[status]} icon={BadgeCheck}>
            {t(`drawer.status.${status}`)}
          </Pill>
        }
        className="-my-1"
      />
      {id !== undefined && (
        <p className="flex items-center gap-1 pb-2 text-13 text-second">
          {t('drawer.id')} {id}
          <button
            type="button"
            aria-label={t('drawer.copyId')}
            className="tap grid place-items-center"
            onClick={() => {
              navigator.clipboard.writeText(id).then(() => showToast(t('drawer.copied')))
            }}
          >
            <Icon of={Copy} size={16} />
          </button>
        </p>
      )}
      <AccountTags tags={tags} />
    </>
  )
}

function Avatar() {
  return (
    <span className="grid size-[46px] shrink-0 place-items-center rounded-pill bg-wash text-brand">
      <Icon of={UserRound} size={22} />
    </span>
  )
}

/** The last row, and its confirmation. The session ends on this device even when the server cannot be reached. */
function SignOut() {
  const t = useWords<Messages>('core')
  const kit = useKit()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const leave = (): void => {
    setAsking(false)
    timing.close()
    const told = kit.client.call(logout, {}, kit.client.newKey())
    told.finally(() => {
      kit.session.clear()
      navigate(loginPath)
    })
  }
  return (
    <div className="mt-auto border-hair border-t pt-1">
      <ListRow
        first
        quiet
        danger
        chevron={false}
        onClick={() => setAsking(true)}
        lead={<Icon of={LogOut} size={20} />}
        title={t('drawer.signOut')}
      />
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('signOut.title')}
        text={t('signOut.text')}
        confirmLabel={t('signOut.confirm')}
        kind="danger"
        onConfirm={leave}
      />
    </div>
  )
}

/** The account's tags (demo, staff), each as a sentence. */
function AccountTags({ tags }: { readonly tags: readonly AccountTag[] }) {
  const t = useWords<Messages>('core')
  return tags.map((tag) => (
    <Note key={tag} icon={FlaskConical} className="pb-2">
      {t(`drawer.tagText.${tag}`)}
    </Note>
  ))
}
