import { Amount, formatAmount, formatDecimal, useUi } from '@bolsillo/ui'

const currencies = new Set(['MXN', 'USD', 'BRL'])

/** As many as the value has; of shares and coins, zeros at the end say nothing. */
function decimalsOf(asset: string, value: string): number | { readonly min: number; readonly max: number } {
  const all = value.split('.')[1]?.length ?? 0
  return currencies.has(asset) ? all : { min: 0, max: all }
}

/** What there is of an asset, exactly: nothing is rounded in a proof. */
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
      decimals={decimalsOf(asset, value)}
      {...currency}
      {...(className === undefined ? {} : { className })}
    />
  )
}

/** The same as text, for sentences. */
export function useAssetText(): (asset: string, value: string) => string {
  const { style } = useUi()
  return (asset, value) => {
    const decimals = decimalsOf(asset, value)
    return currencies.has(asset)
      ? formatAmount(value, asset, style, { decimals })
      : formatDecimal(value, style, { decimals })
  }
}
