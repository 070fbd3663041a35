import { pages } from './pages/es-ES.ts'

export const messages = {
  ...pages,
  rejections: {
    'coin-unknown': 'No conocemos el mercado {symbol}. Búscalo por nombre o clave.',
    'coin-unlisted': 'Ese mercado no está abierto por ahora y no se puede operar.',
    'quantity-and-amount': 'Indica monedas o dinero, no las dos cosas.',
    'size-missing': 'Indica cuántas monedas o cuánto dinero.',
    'order-amount-zero': 'El monto de la orden no puede ser 0.',
    'order-quantity-zero': 'La cantidad de la orden no puede ser 0.',
    'limit-price-missing': 'Indica el precio límite.',
    'limit-price-zero': 'El precio límite no puede ser 0.',
    'limit-price-unexpected': 'Este tipo de orden no lleva precio límite.',
    'stop-price-missing': 'Indica el precio de activación.',
    'stop-price-zero': 'El precio de activación no puede ser 0.',
    'stop-price-unexpected': 'Este tipo de orden no lleva precio de activación.',
    'decimals-too-many': 'Son demasiados decimales. Máximo: {decimals}.',
    'time-in-force-unfit': 'Esa vigencia no sirve para este tipo de orden. Puedes usar: {allowed}.',
    'amount-unfit': 'Solo las compras a mercado se piden por monto. Indica monedas.',
    'exits-unfit': 'Las salidas solo acompañan una compra. Para vender con dos salidas usa el tipo OCO.',
    'not-fractional': 'Esta moneda no se opera en partes.',
    'no-coins-to-sell': 'No tienes {coin}: tu cantidad disponible es 0.',
    'coins-followed-full': 'Ya sigues {max} instrumentos, el máximo. Quita alguno para agregar otro.',
    'trade-password-missing': 'Escribe tu contraseña de operaciones.',
  },
}

export type Messages = typeof messages
