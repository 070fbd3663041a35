import { writeDecimal } from '@bolsillo/kernel'
import { JournalHeadCard } from '@bolsillo/ledger/web'
import {
  Button,
  Card,
  DateTime,
  Disclosure,
  EmptyState,
  ErrorState,
  Icon,
  Note,
  PageFrame,
  Section,
  SkeletonCard,
} from '@bolsillo/ui'
import { saveFile, useWords } from '@bolsillo/web-kit'
import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import Hourglass from 'lucide-react/icons/hourglass'
import Minus from 'lucide-react/icons/minus'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import X from 'lucide-react/icons/x'
import { assetName } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AssetAmount, useAssetText } from './asset-amount.tsx'
import { answerOf, type CheckResult, type CheckStep } from './check-proof.ts'
import { CoverageSection, HistorySection } from './published-sections.tsx'
import { useProofCheck } from './use-proof-check.ts'

/** Of each account, how many of the newest entries are checked on the page. */
const entriesPerAccount = 20

/** The check of the newest proof, step by step, and the file to check it elsewhere. */
export default function ProofPage() {
  const t = useWords<Messages>('proof')
  const { state, again } = useProofCheck(entriesPerAccount)
  switch (state.kind) {
    case 'checking':
      return (
        <PageFrame title={t('title')}>
          <Card>
            <p role="status" className="text-15 text-second">
              {t('checking')}
            </p>
          </Card>
          <SkeletonCard lines={5} />
        </PageFrame>
      )
    case 'failed':
      return (
        <PageFrame title={t('title')}>
          <ErrorState title={t('failed')} text={t('failedText')} onRetry={again} />
        </PageFrame>
      )
    case 'nothing':
      return (
        <PageFrame title={t('title')}>
          <EmptyState
            icon={Hourglass}
            title={t('nothing')}
            text={t('nothingText')}
            action={{ label: t('again'), onClick: again }}
          />
          <JournalHeadCard />
        </PageFrame>
      )
    case 'checked':
      return (
        <PageFrame title={t('title')}>
          <Checked result={state.result} />
          <JournalHeadCard />
          <CoverageSection number={state.result.number} />
          <Take result={state.result} again={again} />
          <HistorySection />
        </PageFrame>
      )
    default:
      return state satisfies never
  }
}

/** One plain answer first; what it rests on, with its hashes, behind one line. Open at once where something is wrong. */
function Checked({ result }: { readonly result: CheckResult }) {
  const t = useWords<Messages>('proof')
  const { assets, missing, entries } = result
  const answer = answerOf(result)
  const isBad = answer.kind === 'unsound'
  return (
    <>
      <Card className="rise">
        <p role="status" className="flex items-center gap-2 font-strong text-17">
          <Icon of={isBad ? ShieldAlert : ShieldCheck} size={24} className={isBad ? 'text-danger' : 'text-ok'} />
          {t(answer.kind)}
        </p>
        <p className="mt-1 mb-4 text-13 text-second">{t(`${answer.kind}Text`)}</p>
        {missing.length > 0 && <Note tone="bad">{t('missing', { assets: missing.map(assetName).join(', ') })}</Note>}
        <Disclosure label={t('details')} open={isBad}>
          <ul className="grid gap-2 text-14">
            {answer.steps.map((step) => (
              <StepLine key={step.name} step={step} />
            ))}
          </ul>
          <Made result={result} />
        </Disclosure>
      </Card>
      {assets.length > 0 && (
        <Section title={t('own')}>
          {assets.map((asset) => (
            <AssetLine key={asset.asset} asset={asset} />
          ))}
          <p className="border-hair border-t py-2.5 text-12 text-second">
            {t('receipts', { count: entries.checked })}
            {entries.unnamed > 0 && `. ${t('receiptsHidden', { count: entries.unnamed })}`}
          </p>
        </Section>
      )}
    </>
  )
}

/** Which proof it is: its number, its time, its entry in the journal, and its fingerprint. */
function Made({ result: { number, at, journalSeq, hash } }: { readonly result: CheckResult }) {
  const t = useWords<Messages>('proof')
  return (
    <div className="border-hair border-t pt-3 text-12 text-second">
      <p>
        {t('made', { number })} <DateTime at={at} />, {t('entry', { seq: journalSeq })}.
      </p>
      <p className="mt-2">
        {t('fingerprint')}
        <span className="block break-all text-11 text-ink leading-snug">{hash}</span>
      </p>
    </div>
  )
}

function StepLine({ step: { name, ok } }: { readonly step: CheckStep }) {
  const t = useWords<Messages>('proof')
  const look = ok === undefined ? 'text-second' : ok ? 'text-ok' : 'text-danger'
  return (
    <li className="flex items-start gap-2">
      <span className="mt-0.5">
        <Icon of={ok === undefined ? Minus : ok ? Check : X} size={16} className={look} />
      </span>
      <span>
        {t(`steps.${name}`)}
        {ok === undefined && <span className="text-second"> ({t('cannotTell')})</span>}
      </span>
    </li>
  )
}

function AssetLine({ asset: { asset, balance, total, scale, ok } }: { readonly asset: CheckResult['assets'][number] }) {
  const t = useWords<Messages>('proof')
  const textOf = useAssetText()
  return (
    <div className="flex items-baseline justify-between gap-3 border-hair border-t py-2.5 text-14 first:border-t-0">
      <span className="flex min-w-0 items-baseline gap-2">
        <Icon of={ok ? Check : X} size={16} className={`self-center ${ok ? 'text-ok' : 'text-danger'}`} />
        {assetName(asset)}
      </span>
      <span className="text-right">
        <AssetAmount asset={asset} value={writeDecimal(BigInt(balance), scale)} className="font-strong" />
        <span className="block text-12 text-second">
          {t('ofTotal', { total: textOf(asset, writeDecimal(BigInt(total), scale)) })}
        </span>
      </span>
    </div>
  )
}

/** The file, what checks it without us, and the check again. */
function Take({ result, again }: { readonly result: CheckResult; readonly again: () => void }) {
  const t = useWords<Messages>('proof')
  const take = (): void => {
    saveFile(`bolsillo-prueba-${result.number}.json`, 'application/json', result.file)
  }
  return (
    <Card>
      <div className="grid gap-2">
        <Button wide icon={<Icon of={Download} size={20} />} onClick={take}>
          {t('take')}
        </Button>
        <a
          href="/verify-proof.html"
          download="verify-proof.html"
          className="flex min-h-11 items-center justify-center font-medium text-14 text-brand active:opacity-70"
        >
          {t('tool')}
        </a>
        <a
          href="/verify-proof.html"
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 items-center justify-center font-medium text-14 text-brand active:opacity-70"
        >
          {t('toolOpen')}
        </a>
        <p className="text-12 text-second">{t('toolText')}</p>
        <Button kind="ghost" wide onClick={again}>
          {t('again')}
        </Button>
      </div>
    </Card>
  )
}
