import { pages } from './pages/es-ES.ts'
import { terms } from './terms/es-ES.ts'

export const messages = {
  ...pages,
  ...terms,
  warnings: {
    title: {
      first: 'Tu posición se acerca a su liquidación',
      urgent: 'Tu posición está a punto de liquidarse',
    },
    text: {
      isolated: 'A precio de marca {mark}, la posición en {symbol} usa {ratio} % de su margen.',
      cross: 'A precio de marca {mark} en {symbol}, tu cuenta cruzada usa {ratio} % de su margen.',
    },
    liquidation: 'Se liquida a {liquidation}.',
    act: {
      isolated: 'Puedes agregar margen o cerrar una parte. Con 100 % se liquida.',
      cross: 'Puedes pasar dinero a contratos o cerrar una parte. Con 100 % se liquida.',
    },
    toast: { first: '{symbol}: cerca de liquidarse', urgent: '{symbol}: a punto de liquidarse' },
  },
  acts: { 'margin-warn': 'Aviso antes de una liquidación' },
  rejections: {
    'contract-unknown': 'No conocemos ese contrato.',
    'funding-unknown': 'Ese contrato no tuvo un pago de financiamiento en ese momento.',
    'contract-unlisted': 'Ese contrato no está listado por ahora y no se puede operar.',
    'mark-unknown': 'No hay precio de marca en este momento. Intenta en unos segundos; no se hizo nada.',
    'contract-decimals-too-many': 'Son demasiados decimales. Máximo: {decimals}.',
    'contract-quantity-zero': 'La cantidad no puede ser 0.',
    'contract-limit-price-missing': 'Ingresa el precio límite.',
    'contract-limit-price-unexpected': 'Una orden a mercado no lleva precio límite.',
    'contract-limit-price-zero': 'El precio límite no puede ser 0.',
    'contract-time-in-force-unfit': 'Esa vigencia no sirve para este tipo de orden.',
    'contract-post-only-unfit': 'Solo una orden límite que espera en el libro puede ser maker.',
    'contract-exits-unfit': 'Una orden que cierra no lleva salidas.',
    'leverage-below-min': 'El apalancamiento mínimo es {min}×.',
    'leverage-above-max': 'El apalancamiento máximo de este contrato es {max}×.',
    'leverage-above-tier': 'Para una posición de ese tamaño el máximo es {max}×.',
    'leverage-unexpected': 'Una orden que cierra usa el apalancamiento de la posición.',
    'suitability-missing': 'Antes de usar más de 1× contesta cuatro preguntas.',
    'contract-credit-held':
      'Cambió lo que protege tu cuenta: por {hours} h no se abre nada a crédito. Cerrar y agregar margen sí se puede.',
    'contract-trade-password-missing': 'Escribe tu contraseña de operaciones.',
    'margin-mode-differs': 'Tu posición en este contrato usa el otro tipo de margen. Ciérrala o usa el mismo.',
    'opposite-position': 'Tienes una posición en el otro lado. Ciérrala primero.',
    'opposite-order': 'Tienes una orden en el otro lado que se cruzaría con esta. Cancélala primero.',
    'margin-mode-of-order-differs':
      'Tus órdenes en este contrato usan el otro tipo de margen. Cancélalas o usa el mismo.',
    'contract-position-unknown': 'No encontramos esa posición entre las tuyas.',
    'contract-position-closed': 'Esa posición ya está cerrada.',
    'being-liquidated': 'Se está liquidando en este momento: no se puede cambiar.',
    'more-than-position': 'Es más de lo que hay abierto: {open}, de eso libre {free}.',
    'close-beyond-bankruptcy':
      'A ese precio no hay con qué pagar la pérdida, así que no se puede cerrar ahí. Si otra posición cruzada va ganando, ciérrala primero o usa «Cerrar todo», que cierra primero lo que gana. También puedes agregar margen o pasar dinero a contratos. Si el mercado sigue así, la posición se liquida.',
    'contract-margin-short': 'Te faltan {short} USDT: hacen falta {needed} USDT y tienes {available} USDT libres.',
    'trigger-price-zero': 'El precio de salida no puede ser 0.',
    'trigger-off-tick': 'Ese precio no es válido. Los más cercanos son {below} y {above}.',
    'contract-take-profit-on-wrong-side':
      'La toma de ganancia está del lado equivocado: el precio que vigila está en {price}.',
    'contract-stop-loss-on-wrong-side':
      'El límite de pérdida está del lado equivocado: el precio que vigila está en {price}.',
    'trigger-unknown': 'No hay una salida que quitar.',
    'margin-amount-zero': 'El monto no puede ser 0.',
    'cross-has-no-own-margin': 'El margen cruzado es de toda la cuenta: se cambia pasando dinero a contratos.',
    'margin-above-available': 'Tienes {available} USDT libres.',
    'margin-removal-above-free': 'Puedes sacar hasta {removable} USDT.',
    'nothing-open': 'No tienes posiciones abiertas.',
    'liquidation-unknown': 'No encontramos esa liquidación entre las tuyas.',
    'suitability-answers-missing': 'Contesta las cuatro preguntas.',
  },
}

export type Messages = typeof messages
