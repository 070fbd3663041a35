import type { ReplyOf } from '@bolsillo/contract'
import {
  Button,
  Card,
  DecimalField,
  DefinitionList,
  EmptyState,
  Loaded,
  Note,
  PageFrame,
  Section,
  SkeletonCard,
} from '@bolsillo/ui'
import { useCall, useSearchParams, useWords } from '@bolsillo/web-kit'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { listOrigins } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { kindOfAsset } from './addresses.ts'
import { askedOf, chargesOfReturn, isZero } from './asked-return.ts'
import { ConfirmFlow } from './confirm-flow.tsx'
import { useSaid } from './said.ts'
import { useChargeFacts } from './use-charge-facts.ts'

type Origin = ReplyOf<typeof listOrigins>['rows'][number]

/** Sends money back where it came from, without papers. */
export default function ReturnOriginPage() {
  const t = useWords<Messages>('withdrawals')
  const origins = useCall(listOrigins, {})
  return (
    <PageFrame title={t('origins.title')}>
      <Note icon={Undo2}>{t('origins.text')}</Note>
      <Loaded of={origins} skeleton={<SkeletonCard lines={4} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Card>
              <EmptyState icon={Undo2} title={t('origins.empty')} />
            </Card>
          ) : (
            rows.map((origin) => <OriginCard key={origin.originId} origin={origin} />)
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function OriginCard({ origin }: { readonly origin: Origin }) {
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const kind = kindOfAsset(origin.asset)
  const [params] = useSearchParams()
  const [amount, setAmount] = useState(askedOf(origin, params.get('asset'), params.get('amount')))
  const [confirming, setConfirming] = useState(false)
  const charges = chargesOfReturn(amount, origin)
  const isNothing = isZero(origin.returnable)
  return (
    <Section title={origin.holder ?? origin.masked} pad="normal">
      <OriginFacts origin={origin} charges={charges} />
      <p className="mt-2 text-12 text-second">
        {t('origins.received', { amount: said.amount(origin.received, origin.asset) })}
      </p>
      {!isNothing && (
        <div className="mt-3 flex flex-col gap-3">
          <DecimalField
            label={t('form.amount')}
            value={amount}
            onChange={setAmount}
            scale={origin.scale}
            suffix={origin.asset}
          />
          <Button wide disabled={charges === undefined} onClick={() => setConfirming(true)}>
            {t('form.next')}
          </Button>
        </div>
      )}
      {charges !== undefined && (
        <ConfirmFlow
          kind={kind}
          open={confirming}
          onOpenChange={setConfirming}
          asset={origin.asset}
          target={{
            kind: 'origin',
            originId: origin.originId,
            text: origin.text,
            name: origin.holder ?? origin.masked,
          }}
          charges={charges}
        />
      )}
    </Section>
  )
}

function OriginFacts(props: { readonly origin: Origin; readonly charges: ReturnType<typeof chargesOfReturn> }) {
  const { origin, charges } = props
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const chargeFacts = useChargeFacts()
  return (
    <DefinitionList
      facts={[
        { label: t('record.destination'), value: <span className="wrap-anywhere">{origin.text}</span> },
        { label: t('origins.back'), value: said.amount(origin.returnable, origin.asset), strong: true },
        ...(charges === undefined ? [] : chargeFacts(charges, origin.asset)),
      ]}
    />
  )
}
