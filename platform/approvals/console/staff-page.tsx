import { type OperatorRole, operatorRoles, type ReplyOf } from '@bolsillo/contract'
import { Button, CheckField, DateTime, Note, PinField, showToast, TextField } from '@bolsillo/ui'
import { FactTable, ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useAction, useCall, useMay } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  listStaff,
  listWork,
  proposeInvitation,
  proposeRoles,
  proposeStaffEnd,
  sendInvitation,
  typeStaffNumber,
} from '../contract/operator.ts'
import { ProposeCard, ReasonField } from './propose-card.tsx'
import { StaffNews, useRoleWords, useWaitWords } from './staff-news.tsx'
import { useOwnWords } from './words.ts'

const reasons = ['joins', 'duties-changed', 'leaves', 'security-incident', 'mistake-corrected']

type Listed = ReplyOf<typeof listStaff>
type Account = Listed['accounts'][number]
type Invitation = Listed['invitations'][number]
type Person = Account | Invitation

const isAccount = (person: Person): person is Account => 'createdAt' in person

/** Who works here, who is invited; inviting, other roles and ending are proposals. */
export default function StaffPage() {
  const t = useOwnWords()
  const list = useCall(listStaff, {})
  const [chosen, setChosen] = useState<string>()
  const isAdmin = useMay(proposeInvitation)
  const people: readonly Person[] = [...(list.data?.invitations ?? []), ...(list.data?.accounts ?? [])]
  const selected = people.find(({ id }) => id === chosen) ?? people[0]
  const roleWords = useRoleWords()
  return (
    <ReviewPanes
      title={t('staff.title')}
      rows={people}
      keyOf={({ id }) => id}
      selected={selected?.id}
      onSelect={setChosen}
      renderRow={(person) => (
        <QueueRow
          title={`${person.name} · ${person.account}`}
          age={
            !isAccount(person)
              ? t('staff.invited')
              : person.endedAt !== undefined
                ? t('staff.ended')
                : person.waiting !== undefined
                  ? t('staff.waits')
                  : ''
          }
          note={roleWords(person.roles)}
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
              ...(isAccount(selected) ? standingFacts(selected, t, roleWords) : []),
            ]}
          />
          {isAccount(selected) && selected.awaitsYourNumber && (
            <TypeNumber key={`number ${selected.id}`} operatorId={selected.id} />
          )}
          {isAdmin && !isAccount(selected) && <Send key={selected.id} invitation={selected} />}
          {isAdmin && isAccount(selected) && selected.endedAt === undefined && (
            <Change key={selected.id} person={selected} />
          )}
        </>
      )}
      {isAdmin && list.data !== undefined && <Invite waitMs={list.data.waitMs} />}
      <StaffNews all />
    </ReviewPanes>
  )
}

/** Since when, what does not count yet and what is about to be taken. */
function standingFacts(
  { createdAt, endedAt, roles, waiting, powersFrom, change }: Account,
  t: ReturnType<typeof useOwnWords>,
  roleWords: (roles: readonly OperatorRole[]) => string,
) {
  const lost = roles.filter((role) => change?.roles.includes(role) === false)
  return [
    { label: t('staff.since'), value: <DateTime at={createdAt} /> },
    ...(endedAt === undefined ? [] : [{ label: t('staff.ended'), value: <DateTime at={endedAt} /> }]),
    ...(waiting === undefined
      ? []
      : [
          { label: t('staff.waiting'), value: roleWords(waiting) },
          {
            label: t('staff.powersFrom'),
            value: powersFrom === undefined ? t('staff.noNumber') : <DateTime at={powersFrom} />,
          },
        ]),
    ...(change === undefined
      ? []
      : [
          { label: t('staff.leavesRoles'), value: lost.length === roles.length ? t('staff.all') : roleWords(lost) },
          { label: t('staff.leavesFrom'), value: <DateTime at={change.from} /> },
        ]),
  ]
}

function Roles(props: { readonly value: readonly OperatorRole[]; readonly onChange: (roles: OperatorRole[]) => void }) {
  const t = useOwnWords()
  return (
    <fieldset className="grid grid-cols-3 gap-2 max-[479px]:grid-cols-2">
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

function Change({ person }: { readonly person: Account }) {
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

function Invite({ waitMs }: { readonly waitMs: number }) {
  const t = useOwnWords()
  const waitWords = useWaitWords()
  const invite = useAction(proposeInvitation, { refreshes })
  const [account, setAccount] = useState('')
  const [name, setName] = useState('')
  const [customer, setCustomer] = useState('')
  const [roles, setRoles] = useState<readonly OperatorRole[]>([])
  const submit = (): void =>
    invite.mutate(
      { account, name, roles: roles.join(','), customer, reason: 'joins' },
      {
        onSuccess: () => {
          showToast(t('staff.proposed'))
          setAccount('')
          setName('')
          setCustomer('')
          setRoles([])
        },
      },
    )
  return (
    <ProposeCard title={t('staff.invite')} problem={invite.error?.message}>
      <TextField label={t('staff.name')} value={name} onChange={setName} maxLength={60} autoComplete="off" />
      <TextField label={t('staff.account')} value={account} onChange={setAccount} maxLength={40} autoComplete="off" />
      <TextField
        label={t('staff.customer')}
        value={customer}
        onChange={setCustomer}
        maxLength={8}
        inputMode="numeric"
        autoComplete="off"
        hint={t('staff.customerHint')}
      />
      <Roles value={roles} onChange={setRoles} />
      <Note>{t('staff.waitNote', { wait: waitWords(waitMs) })}</Note>
      <Button
        size="medium"
        disabled={customer.length < 8 || account === '' || name.length < 2 || roles.length === 0}
        loading={invite.isPending}
        onClick={submit}
      >
        {t('staff.proposeInvitation')}
      </Button>
    </ProposeCard>
  )
}

/** Sends an invitation again, to the person's own address: nobody here sees its link. */
function Send({ invitation }: { readonly invitation: Invitation }) {
  const t = useOwnWords()
  const send = useAction(sendInvitation, { refreshes: [listStaff] })
  return (
    <ProposeCard title={t('staff.invitations')} problem={send.error?.message}>
      <Note>{t(invitation.sendable ? 'staff.sentNote' : 'staff.onServer')}</Note>
      {invitation.sendable && (
        <Button
          size="medium"
          kind="ghost"
          loading={send.isPending}
          onClick={() => send.mutate({ invitationId: invitation.id }, { onSuccess: () => showToast(t('staff.sent')) })}
        >
          {t('staff.sendAgain')}
        </Button>
      )}
    </ProposeCard>
  )
}

/** Whoever approved the invitation types in the number the person gives them. */
function TypeNumber({ operatorId }: { readonly operatorId: string }) {
  const t = useOwnWords()
  const type = useAction(typeStaffNumber, { refreshes: [listStaff] })
  const [number, setNumber] = useState('')
  const onSuccess = (): void => {
    showToast(t('staff.confirmed'))
  }
  return (
    <ProposeCard title={t('staff.typeNumber')} problem={type.error?.message}>
      <Note>{t('staff.numberNote')}</Note>
      <PinField kind="code" label={t('staff.number')} value={number} onChange={setNumber} />
      <Button
        size="medium"
        disabled={number.length < 6}
        loading={type.isPending}
        onClick={() => type.mutate({ operatorId, number }, { onSuccess })}
      >
        {t('staff.typeNumber')}
      </Button>
    </ProposeCard>
  )
}
