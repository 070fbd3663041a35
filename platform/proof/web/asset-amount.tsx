import { Amount, formatAmount, formatDecimal, useUi } from '@bolsillo/ui'

const currencies = new Set(['MXN', 'USD', 'BRL'])

/** The code of an asset as people know it: shares without the word before. */
export function assetName(asset: string): string {
  return asset.replace(/^STK:/, '')
}

function decimalsOf(value: string): number {
  return value.split('.')[1]?.length ?? 0
}

/** What there is of an asset, in all its decimals: nothing is rounded in a proof. */
export function AssetAmount({
  asset,
  value,
  className,
}: {
  readonly asset: string
  readonly value: string
  readonly className?: string
}) {
  const currency = currencies.has(asset) ? { currency: asset } : {}
  return (
    <Amount
      value={value}
      decimals={decimalsOf(value)}
      {...currency}
      {...(className === undefined ? {} : { className })}
    />
  )
}

/** The same as text, for sentences. */
export function useAssetText(): (asset: string, value: string) => string {
  const { style } = useUi()
  return (asset, value) => {
    const decimals = decimalsOf(value)
    return currencies.has(asset)
      ? formatAmount(value, asset, style, { decimals })
      : formatDecimal(value, style, { decimals })
  }
}
