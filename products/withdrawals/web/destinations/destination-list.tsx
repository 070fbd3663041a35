import type { ReplyOf } from '@bolsillo/contract'
import {
  Button,
  ButtonLink,
  Card,
  DateTime,
  DefinitionList,
  Dialog,
  EmptyState,
  Icon,
  ListRow,
  Loaded,
  Note,
  PageFrame,
  Section,
  Sheet,
  SkeletonCard,
  showToast,
  useNow,
} from '@bolsillo/ui'
import { useAction, useCall, useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import Landmark from 'lucide-react/icons/landmark'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import WalletCards from 'lucide-react/icons/wallet-cards'
import { useState } from 'react'
import {
  bankInfo,
  listAddresses,
  listBanks,
  removeBank,
  type WireDestination,
  withdrawalStatus,
} from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { type Kind, paths } from '../addresses.ts'
import { useSaid } from '../said.ts'
import { useDestinationName } from './destination-name.tsx'
import { PassWait } from './pass-wait.tsx'

type List = ReplyOf<typeof listBanks>

/** The customer's destinations. With `?type=1` a touch chooses one for the form, otherwise it opens its details. */
export function DestinationList({ kind }: { readonly kind: Kind }) {
  const t = useWords<Messages>('withdrawals')
  const type = useQueryValue('type')
  const asset = useQueryValue('asset')
  const picks = type === '1'
  const filter = picks && asset !== undefined ? { asset } : {}
  const banks = useCall(listBanks, filter, { enabled: kind === 'cash' })
  const book = useCall(listAddresses, filter, { enabled: kind === 'coin' })
  const addHref = kind === 'cash' ? paths.addBank : paths.addAddress
  const titles =
    kind === 'cash'
      ? (['titles.pickBank', 'titles.bankList'] as const)
      : (['titles.pickAddress', 'titles.addressList'] as const)
  const list = kind === 'cash' ? banks : book
  const hasAny = (list.data?.rows.length ?? 0) > 0
  return (
    <PageFrame
      title={t(picks ? titles[0] : titles[1])}
      {...(hasAny
        ? {
            footer: (
              <ButtonLink kind={picks ? 'ghost' : 'primary'} wide href={addHref}>
                {t(kind === 'cash' ? 'destinations.addBank' : 'destinations.addAddress')}
              </ButtonLink>
            ),
          }
        : {})}
    >
      <Loaded of={list} skeleton={<SkeletonCard lines={4} />}>
        {(data) => <Ready kind={kind} list={data} picks={picks} asset={asset} addHref={addHref} />}
      </Loaded>
    </PageFrame>
  )
}

function Ready(props: {
  readonly kind: Kind
  readonly list: List
  readonly picks: boolean
  readonly asset: string | undefined
  readonly addHref: string
}) {
  const { kind, list, picks, asset, addHref } = props
  const t = useWords<Messages>('withdrawals')
  const go = useGo()
  const [openId, setOpenId] = useState<string>()
  const { rows, rules } = list
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={kind === 'cash' ? Landmark : WalletCards}
          title={t(kind === 'cash' ? 'destinations.empty' : 'destinations.emptyAddresses')}
          text={t(kind === 'cash' ? 'destinations.emptyText' : 'destinations.emptyAddressesText', {
            hours: rules.waitHours,
          })}
          action={{ label: t(kind === 'cash' ? 'destinations.addBank' : 'destinations.addAddress'), href: addHref }}
        />
      </Card>
    )
  }
  const choose = (destinationId: string): void => {
    if (picks) go(kind === 'cash' ? paths.bank : paths.crypto, { destinationId, asset }, { replace: true })
    else setOpenId(destinationId)
  }
  return (
    <>
      <Section title={t('destinations.count', { count: rules.count, max: rules.max })}>
        {rows.map((row) => (
          <DestinationRow key={row.destinationId} row={row} onChoose={() => choose(row.destinationId)} />
        ))}
      </Section>
      <Note icon={LockKeyhole}>{t('destinations.neverEdited')}</Note>
      <DetailSheet
        row={rows.find(({ destinationId }) => destinationId === openId)}
        practice={rules.practice !== undefined}
        onClose={() => setOpenId(undefined)}
      />
    </>
  )
}

function DestinationRow({ row, onChoose }: { readonly row: WireDestination; readonly onChoose: () => void }) {
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const nameOf = useDestinationName()
  const now = useNow(30_000)
  const waits = row.usableAt > now
  return (
    <ListRow
      onClick={onChoose}
      lead={
        <span className="grid size-9 shrink-0 place-items-center rounded-pill bg-wash text-brand">
          <Icon of={row.kind === 'address' ? WalletCards : Landmark} size={18} />
        </span>
      }
      title={nameOf(row)}
      note={
        <>
          {row.masked}
          {row.label !== undefined && row.bank !== undefined && ` · ${row.bank}`}
          {waits && (
            <span className="block">{t('destinations.usableIn', { time: said.span(row.usableAt - now) })}</span>
          )}
        </>
      }
    />
  )
}

/** Everything about one destination, and the way off the list. */
function DetailSheet(props: {
  readonly row: WireDestination | undefined
  readonly practice: boolean
  readonly onClose: () => void
}) {
  const { row, practice, onClose } = props
  const t = useWords<Messages>('withdrawals')
  const nameOf = useDestinationName()
  const now = useNow(30_000)
  const [asking, setAsking] = useState(false)
  const info = useCall(bankInfo, { destinationId: row?.destinationId ?? '' }, { enabled: row !== undefined })
  const removing = useAction(removeBank, { refreshes: [listBanks, listAddresses, withdrawalStatus] })
  const remove = (): void => {
    if (row === undefined) return
    removing.mutate(
      { destinationId: row.destinationId },
      {
        onSuccess: () => {
          showToast(t('destinations.removed'))
          onClose()
        },
        onError: ({ message }) => showToast(message === '' ? t('common.unknown') : message, { kind: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  }
  return (
    <Sheet
      open={row !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={row === undefined ? '' : nameOf(row)}
    >
      {row !== undefined && (
        <>
          <p className="break-all text-center font-strong text-16">{row.number}</p>
          <Details row={row} used={info.data} />
          {practice && row.usableAt > now && <PassWait destinationId={row.destinationId} onPassed={onClose} />}
          <Button kind="ghost" wide onClick={() => setAsking(true)}>
            {t('destinations.remove')}
          </Button>
          <Dialog
            open={asking}
            onOpenChange={setAsking}
            title={t('destinations.remove')}
            text={t('destinations.removeAsk')}
            confirmLabel={t('destinations.remove')}
            cancelLabel={t('destinations.removeKeep')}
            kind="danger"
            loading={removing.isPending}
            onConfirm={remove}
          />
        </>
      )}
    </Sheet>
  )
}

function Details(props: { readonly row: WireDestination; readonly used: ReplyOf<typeof bankInfo> | undefined }) {
  const { row, used } = props
  const t = useWords<Messages>('withdrawals')
  const maybe = (label: string, value: React.ReactNode) => (value === undefined ? [] : [{ label, value }])
  return (
    <DefinitionList
      className="rounded-field bg-page p-3.5"
      facts={[
        { label: t('add.kind'), value: t(`kinds.${row.kind}`) },
        ...maybe(t('record.bank'), row.bank ?? (row.kind === 'clabe' ? t('destinations.unknownBank') : undefined)),
        ...maybe(t('record.network'), row.network === undefined ? undefined : t(`networks.${row.network}`)),
        ...maybe(t('record.holder'), row.holder),
        ...maybe(t('add.taxId'), row.holderTaxId),
        ...maybe(t('add.bankCode'), row.bankCode),
        ...maybe(t('add.rfc'), row.rfc),
        { label: t('destinations.currencies'), value: row.assets.join(', ') },
        { label: t('destinations.added'), value: <DateTime at={row.addedAt} /> },
        { label: t('destinations.firstUse'), value: <DateTime at={row.usableAt} /> },
        { label: t('destinations.uses'), value: used?.withdrawals ?? '—' },
        ...maybe(
          t('destinations.lastUsed'),
          used?.lastUsedAt === undefined ? undefined : <DateTime at={used.lastUsedAt} />,
        ),
      ]}
    />
  )
}
