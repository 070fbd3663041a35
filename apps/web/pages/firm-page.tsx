import { readStaffPowers } from '@bolsillo/approvals/contract'
import type { ReplyOf } from '@bolsillo/contract'
import { readFirm } from '@bolsillo/legal/contract'
import { readProof } from '@bolsillo/proof/contract'
import { assetName, isCovered } from '@bolsillo/proof/domain'
import {
  DateTime,
  DefinitionList,
  ListRow,
  Loaded,
  MeasuredTimes,
  Note,
  PageFrame,
  Section,
  useSaid,
} from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import { withdrawalTimes } from '@bolsillo/withdrawals/contract'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Messages } from '../words/about/es-ES.ts'
import { appVersion } from './app-version.ts'
import { useBuildHash } from './use-build-hash.ts'

const goalMs = 86_400_000

/** The firm in facts: what it declares, and what its server records. */
export default function FirmPage() {
  const t = useWords<Messages>('about')
  return (
    <PageFrame title={t('firm.title')}>
      <div className="flex flex-col gap-3">
        <p className="px-1 text-13 text-second">{t('firm.lead')}</p>
        <Declared />
        <Withdrawals />
        <Proof />
        <Staff />
        <Section title={t('firm.costs')}>
          <ListRow quiet title={t('firm.coins')} href="/pages/coin/fees" />
          <ListRow quiet title={t('firm.terms')} href="/pages/withdraw/terms" />
        </Section>
        <Build />
      </div>
    </PageFrame>
  )
}

function Declared() {
  const t = useWords<Messages>('about')
  const firm = useCall(readFirm, {})
  return (
    <Section
      title={t('firm.who')}
      pad="normal"
      more={{ href: '/pages/system/choose-location', label: t('firm.places') }}
    >
      <Loaded of={firm}>
        {({ facts, missing }) => (
          <div className="flex flex-col gap-3">
            {missing.length > 0 && (
              <Note icon={TriangleAlert}>
                {t('firm.missing', { facts: missing.map(({ label }) => label).join(', ') })}
              </Note>
            )}
            <dl className="flex flex-col gap-2.5">
              {facts.map(({ fact, label, text }) => (
                <div key={fact}>
                  <dt className="text-12 text-second first-letter:uppercase">{label}</dt>
                  <dd className="text-14 [overflow-wrap:anywhere] first-letter:uppercase">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Withdrawals() {
  const t = useWords<Messages>('about')
  const said = useSaid()
  const times = useCall(withdrawalTimes, {})
  return (
    <Section title={t('firm.withdrawals')} pad="normal">
      <Loaded of={times}>
        {({ total, waiting }) => (
          <div className="flex flex-col gap-2">
            <p className="text-14">
              <MeasuredTimes times={total} goalMs={goalMs} />
            </p>
            <DefinitionList
              facts={[
                {
                  label: t('firm.overDay'),
                  value: total.overDayPercent === undefined ? '—' : said.percent(total.overDayPercent),
                },
                { label: t('firm.waiting'), value: waiting.count },
                { label: t('firm.waitingDay'), value: waiting.overDay },
              ]}
            />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

/** What of each asset that somebody is owed is covered. */
function covered(assets: ReplyOf<typeof readProof>['assets']) {
  return assets.flatMap(({ asset, covered: percent }) =>
    percent === undefined ? [] : [{ name: assetName(asset), percent }],
  )
}

function Proof() {
  const t = useWords<Messages>('about')
  const said = useSaid()
  const newest = useCall(readProof, {})
  return (
    <Section title={t('firm.proof')} pad="normal" more={{ href: '/pages/common/journal', label: t('app.journal') }}>
      {newest.error?.rejection === 'proof-unknown' ? (
        <p className="text-13 text-second">{t('firm.noProof')}</p>
      ) : (
        <Loaded of={newest}>
          {({ number, at, assets }) => (
            <DefinitionList
              facts={[
                { label: t('firm.number'), value: number },
                { label: t('firm.newest'), value: <DateTime at={at} /> },
                {
                  label: t('firm.full'),
                  value: t('firm.fullOf', {
                    covered: covered(assets).filter(({ percent }) => isCovered(percent)).length,
                    all: covered(assets).length,
                  }),
                },
                ...covered(assets)
                  .filter(({ percent }) => !isCovered(percent))
                  .map(({ name, percent }) => ({
                    label: t('firm.covered', { asset: name }),
                    value: said.percent(percent),
                  })),
              ]}
            />
          )}
        </Loaded>
      )}
    </Section>
  )
}

function Staff() {
  const t = useWords<Messages>('about')
  const powers = useCall(readStaffPowers, {})
  return (
    <Section title={t('firm.staff')} pad="normal" more={{ href: '/pages/common/staffPowers', label: t('firm.list') }}>
      <Loaded of={powers}>
        {({ done, rootActs }) => (
          <DefinitionList
            facts={[
              {
                label: t('firm.acts', { days: rootActs.days }),
                value: done.reduce((sum, { count }) => sum + count, 0),
                strong: true,
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

function Build() {
  const t = useWords<Messages>('about')
  const hash = useBuildHash()
  return (
    <Section title={t('firm.build')} pad="normal">
      <p className="text-14">
        {appVersion.version} ({appVersion.build})
      </p>
      {hash !== undefined && (
        <p className="mt-1 text-12 text-second">
          {t('firm.hash')}
          <span className="block break-all">{hash}</span>
        </p>
      )}
    </Section>
  )
}
