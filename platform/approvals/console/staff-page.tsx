import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { Button, CheckField, DateTime, Note, showToast, TextField } from '@bolsillo/ui'
import { FactTable, ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useAction, useCall, useSession } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  giveInvitationLink,
  listStaff,
  listWork,
  proposeInvitation,
  proposeRoles,
  proposeStaffEnd,
} from '../operator-contract.ts'
import { ProposeCard, ReasonField } from './propose-card.tsx'
import { useOwnWords } from './words.ts'

const reasons = ['joins', 'duties-changed', 'leaves', 'security-incident', 'mistake-corrected']

interface Person {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly createdAt?: number
  readonly endedAt?: number | undefined
  readonly expiresAt?: number
}

/** Who works here, who is invited; inviting, other roles and ending are proposals. */
export default function StaffPage() {
  const t = useOwnWords()
  const list = useCall(listStaff, {})
  const { user } = useSession()
  const [chosen, setChosen] = useState<string>()
  const isAdmin = user?.idStatus.split(' ').includes('admin') === true
  const people: readonly Person[] = [...(list.data?.invitations ?? []), ...(list.data?.accounts ?? [])]
  const selected = people.find(({ id }) => id === chosen) ?? people[0]
  const roleWords = (roles: readonly OperatorRole[]) => roles.map((role) => t(`powersPage.roles.${role}`)).join(', ')
  return (
    <ReviewPanes
      title={t('staff.title')}
      rows={people}
      keyOf={({ id }) => id}
      selected={selected?.id}
      onSelect={setChosen}
      renderRow={({ name, account, roles, endedAt, expiresAt }) => (
        <QueueRow
          title={`${name} · ${account}`}
          age={endedAt !== undefined ? t('staff.ended') : expiresAt !== undefined ? t('staff.invited') : ''}
          note={roleWords(roles)}
        />
      )}
      end={<ListEnd list={list} rows={list.data && people} empty={null} />}
    >
      {selected !== undefined && (
        <>
          <header>
            <h2 className="text-20">{selected.name}</h2>
          </header>
          <FactTable
            facts={[
              { label: t('staff.account'), value: selected.account },
              { label: t('staff.roles'), value: roleWords(selected.roles) },
              ...(selected.createdAt === undefined
                ? []
                : [{ label: t('staff.since'), value: <DateTime at={selected.createdAt} /> }]),
              ...(selected.endedAt === undefined
                ? []
                : [{ label: t('staff.ended'), value: <DateTime at={selected.endedAt} /> }]),
            ]}
          />
          {isAdmin && selected.expiresAt !== undefined && <Link key={selected.id} invitationId={selected.id} />}
          {isAdmin && selected.createdAt !== undefined && selected.endedAt === undefined && (
            <Change key={selected.id} person={selected} />
          )}
        </>
      )}
      {isAdmin && <Invite />}
    </ReviewPanes>
  )
}

function Roles(props: { readonly value: readonly OperatorRole[]; readonly onChange: (roles: OperatorRole[]) => void }) {
  const t = useOwnWords()
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="mb-1.5 text-13 text-second">{t('staff.roles')}</legend>
      {operatorRoles.map((role) => (
        <CheckField
          key={role}
          checked={props.value.includes(role)}
          onChange={(on) =>
            props.onChange(operatorRoles.filter((one) => (one === role ? on : props.value.includes(one))))
          }
        >
          {t(`powersPage.roles.${role}`)}
        </CheckField>
      ))}
    </fieldset>
  )
}

const refreshes = [listStaff, listWork]

function Change({ person }: { readonly person: Person }) {
  const t = useOwnWords()
  const change = useAction(proposeRoles, { refreshes })
  const end = useAction(proposeStaffEnd, { refreshes })
  const [roles, setRoles] = useState<readonly OperatorRole[]>(person.roles)
  const [reason, setReason] = useState('duties-changed')
  const onSuccess = (): void => {
    showToast(t('staff.proposed'))
  }
  return (
    <ProposeCard title={t('staff.proposeRoles')} problem={change.error?.message ?? end.error?.message}>
      <Roles value={roles} onChange={setRoles} />
      <ReasonField reasons={reasons} value={reason} onChange={setReason} />
      <Button
        size="medium"
        loading={change.isPending}
        onClick={() => change.mutate({ operatorId: person.id, roles: roles.join(','), reason }, { onSuccess })}
      >
        {t('staff.proposeRoles')}
      </Button>
      <Button
        size="medium"
        kind="ghost"
        className="text-danger"
        loading={end.isPending}
        onClick={() => end.mutate({ operatorId: person.id, reason }, { onSuccess })}
      >
        {t('staff.proposeEnd')}
      </Button>
    </ProposeCard>
  )
}

function Invite() {
  const t = useOwnWords()
  const invite = useAction(proposeInvitation, { refreshes })
  const [account, setAccount] = useState('')
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<readonly OperatorRole[]>([])
  const submit = (): void =>
    invite.mutate(
      { account, name, roles: roles.join(','), reason: 'joins' },
      {
        onSuccess: () => {
          showToast(t('staff.proposed'))
          setAccount('')
          setName('')
          setRoles([])
        },
      },
    )
  return (
    <ProposeCard title={t('staff.invite')} problem={invite.error?.message}>
      <TextField label={t('staff.name')} value={name} onChange={setName} maxLength={60} autoComplete="off" />
      <TextField label={t('staff.account')} value={account} onChange={setAccount} maxLength={40} autoComplete="off" />
      <Roles value={roles} onChange={setRoles} />
      <Button
        size="medium"
        disabled={account === '' || name.length < 2 || roles.length === 0}
        loading={invite.isPending}
        onClick={submit}
      >
        {t('staff.proposeInvitation')}
      </Button>
    </ProposeCard>
  )
}

/** The link of an invitation, shown once: for whoever tells the person. */
function Link({ invitationId }: { readonly invitationId: string }) {
  const t = useOwnWords()
  const give = useAction(giveInvitationLink, { refreshes: [listStaff] })
  return (
    <ProposeCard title={t('staff.invitations')} problem={give.error?.message}>
      {give.data !== undefined && (
        <>
          <Note>{t('staff.linkOnce')}</Note>
          <p className="break-all font-strong text-13">{give.data.url}</p>
        </>
      )}
      <Button size="medium" kind="ghost" loading={give.isPending} onClick={() => give.mutate({ invitationId })}>
        {t('staff.giveLink')}
      </Button>
    </ProposeCard>
  )
}
