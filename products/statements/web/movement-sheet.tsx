import { isMadeUp } from '@bolsillo/ledger/domain'
import { assetDecimals, assetName, entryTitle, ownerName, purseName } from '@bolsillo/ledger/web'
import { Amount, DateTime, DefinitionList, Disclosure, Sheet, signOf, useUi } from '@bolsillo/ui'
import { type Movement, useStatementWords } from './words.ts'

/** The entry of a movement: every line of the customer's, the other side, and the hash that chains the entry. */
export function MovementSheet({
  movement,
  onClose,
}: {
  readonly movement: Movement | undefined
  readonly onClose: () => void
}) {
  const { t } = useStatementWords()
  return (
    <Sheet
      open={movement !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('movement.title')}
    >
      {movement !== undefined && <Behind movement={movement} />}
    </Sheet>
  )
}

function Behind({ movement }: { readonly movement: Movement }) {
  const { t, ledger } = useStatementWords()
  const { style } = useUi()
  return (
    <div className="grid gap-4">
      <DefinitionList
        facts={[
          { label: t('movement.what'), value: entryTitle(ledger, movement, style), strong: true },
          { label: t('movement.at'), value: <DateTime at={movement.at} shows="second" /> },
          ...(isMadeUp(movement.details)
            ? [
                {
                  label: t('movement.origin'),
                  value: <span className="text-warnink">{ledger('madeUp')}</span>,
                },
              ]
            : []),
        ]}
      />
      <OwnLines movement={movement} />
      <Disclosure label={t('movement.details')}>
        <Entry movement={movement} />
      </Disclosure>
    </div>
  )
}

/** How the books have it, for whoever checks them. */
function Entry({ movement }: { readonly movement: Movement }) {
  const { t, ledger } = useStatementWords()
  return (
    <div className="grid gap-4">
      <DefinitionList facts={[{ label: t('movement.entry'), value: movement.seq }]} />
      {movement.legs.length > 0 && (
        <div>
          <h3 className="mb-2 text-13">{t('movement.others')}</h3>
          <DefinitionList
            facts={movement.legs.map((leg) => ({
              label: `${ownerName(ledger, leg)} · ${assetName(ledger, leg.asset)}`,
              value: <Amount value={leg.posted} sign="always" decimals={assetDecimals(leg.asset)} />,
            }))}
          />
        </div>
      )}
      <div className="space-y-2 rounded-field bg-page p-3">
        <Code label={t('movement.reference')} text={movement.reference} />
        <Code label={t('movement.hash')} text={movement.hash} />
      </div>
    </div>
  )
}

/** A text to compare letter by letter. */
function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <p className="text-12 text-second">
      {label}
      <span className="block break-all text-11 text-ink leading-snug">{text}</span>
    </p>
  )
}

/** Whether an asset is a share. */
export const isShare = (asset: string): boolean => asset.startsWith('STK:')

/** What a movement did to one asset: plus in green, minus in ink; shares by their name. */
export function Moved({ asset, posted }: Pick<Movement['moved'][number], 'asset' | 'posted'>) {
  const { ledger } = useStatementWords()
  return (
    <span className={signOf(posted) > 0 ? 'text-ok' : ''}>
      <Amount
        value={posted}
        sign="always"
        decimals={assetDecimals(asset)}
        {...(isShare(asset) ? {} : { currency: asset })}
      />
      {isShare(asset) && ` ${assetName(ledger, asset)}`}
    </span>
  )
}

/** Every line of the customer's, and the balance after it. */
function OwnLines({ movement }: { readonly movement: Movement }) {
  const { t, ledger } = useStatementWords()
  const named = (purse: string, asset: string): string => `${purseName(ledger, purse)} · ${assetName(ledger, asset)}`
  return (
    <div>
      <h3 className="mb-2 text-13">{t('movement.yours')}</h3>
      <DefinitionList
        facts={movement.lines.flatMap((line, index) => [
          {
            label: line.part === 'whole' ? named(line.purse, line.asset) : ledger(`parts.${line.part}`),
            value: <Moved asset={line.asset} posted={line.posted} />,
            strong: true,
          },
          // The balance is said once for each account, after its last line.
          ...(movement.lines.slice(index + 1).some(({ purse, asset }) => purse === line.purse && asset === line.asset)
            ? []
            : [
                {
                  label: t('movement.after'),
                  value: (
                    <Amount value={line.postedAfter} decimals={assetDecimals(line.asset)} className="text-second" />
                  ),
                },
              ]),
        ])}
      />
    </div>
  )
}
