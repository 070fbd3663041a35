import type { HelpWords } from '../../domain/help.ts'

/** Answers of ours to what customers ask. They name no figure that a setting could change. */
export const help: HelpWords = {
  'never-asked': {
    question: 'Alguien me pide mi contraseña, un código o un depósito',
    answer:
      'No es de aquí. Nunca pedimos contraseñas, códigos, palabras de recuperación ni depósitos, y un mensaje del personal que lo haga se detiene antes de llegarte. Si te escriben por otra vía, no respondas y avísanos.',
  },
  'withdraw-free': {
    question: '¿Tengo que depositar o pagar algo para retirar?',
    answer:
      'No. Un retiro nunca exige un depósito, un impuesto adelantado, un nivel ni una garantía. La comisión y su IVA se descuentan del monto y los ves antes de confirmar. Los términos son públicos y un cambio para mal se anuncia antes.',
  },
  'withdraw-time': {
    question: '¿Por qué mi retiro sigue en revisión?',
    answer:
      'Dos personas liberan cada pago. En el detalle del retiro ves en qué paso está, desde cuándo, y qué espera. Mientras está en revisión lo puedes cancelar y el dinero vuelve a estar disponible.',
  },
  'new-destination': {
    question: '¿Por qué no puedo retirar a una cuenta nueva?',
    answer:
      'Una cuenta o dirección nueva espera antes de su primer retiro, para que te dé tiempo de ver si la agregó otra persona. La cuenta dice hasta cuándo. Tiene que estar a tu nombre.',
  },
  'deposit-missing': {
    question: 'Deposité y el dinero no aparece',
    answer:
      'Abre el depósito en tus registros: ahí dice en qué paso está. Lo que llega a tu propia CLABE o dirección se reconoce solo; una transferencia con comprobante la revisa el personal. Si llegó de una cuenta a otro nombre queda apartada y vuelve a su origen.',
  },
  'deposit-back': {
    question: '¿Puedo devolver un depósito?',
    answer:
      'Sí, completo y a la cuenta de donde vino. Nadie del personal puede negarlo: depende solo de tu identidad, de una retención legal y de que tú no hayas puesto la cuenta en pausa.',
  },
  'order-open': {
    question: '¿Por qué mi orden no se ejecutó?',
    answer:
      'Una orden límite espera a que alguien ofrezca tu precio o uno mejor; fuera de horario espera la apertura. El detalle de la orden muestra cada paso y cada operación. Mientras esté abierta la puedes cambiar o cancelar sin costo.',
  },
  fees: {
    question: '¿Cuánto cobran de comisión?',
    answer:
      'La ves con su IVA antes de confirmar cada orden, y otra vez en su recibo. En monedas baja con lo que operas: la página de comisiones dice tu escalón y cuánto falta para el siguiente.',
  },
  settlement: {
    question: '¿Cuándo puedo usar el dinero de una venta?',
    answer:
      'Está en tu saldo desde que la venta se ejecuta. La operación se liquida unos días hábiles después, y el recibo dice qué día. Lo que compras puede tener un tiempo antes de poder venderse: la posición dice hasta cuándo.',
  },
  identity: {
    question: '¿Por qué rechazaron mis documentos?',
    answer:
      'Cada campo que no pasó tiene su motivo. Envías de nuevo solo esos; lo que estaba en orden se queda. Revisar no cuesta nada y no cambia tu derecho a retirar a una cuenta ya verificada.',
  },
  'lost-factor': {
    question: 'Perdí el teléfono o mi segundo factor',
    answer:
      'Entra con tu contraseña y uno de tus códigos de recuperación; después agrega otro factor. Los retiros esperan un tiempo, por si no fuiste tú. Sin códigos, nadie del personal puede quitar tu segundo factor ni te pedirá un código.',
  },
  'lost-password': {
    question: 'Olvidé mi contraseña',
    answer:
      'Pide una nueva en la página de entrada, con un código a tu teléfono o correo y tu segundo factor si lo tienes. Después los retiros esperan un tiempo y te avisamos por todas tus vías.',
  },
  intruder: {
    question: 'Creo que alguien entró a mi cuenta',
    answer:
      'En Seguridad cierra las sesiones que no conozcas y cambia la contraseña. El aviso de un cambio en tu cuenta lleva un enlace que la pone en pausa: nadie retira mientras tanto, ni tú ni quien haya entrado.',
  },
  sessions: {
    question: '¿Dónde veo mis sesiones abiertas?',
    answer: 'En Seguridad: cada dispositivo, desde cuándo y desde dónde. Puedes cerrar cualquiera, o todas menos esta.',
  },
  'real-balance': {
    question: '¿Cómo sé que mi saldo es verdadero?',
    answer:
      'Cada saldo se abre en los asientos que lo suman, y tu teléfono comprueba los recibos él mismo hasta el diario firmado. Cada día se publica una prueba de lo que la casa debe a sus clientes, y ahí está tu parte.',
  },
  practice: {
    question: '¿El dinero de aquí es real?',
    answer:
      'En el mercado de práctica no: los precios y el dinero son simulados y cada pantalla lo dice. Si una pantalla no lleva esa nota, la casa opera con dinero real.',
  },
  'staff-looks': {
    question: '¿Quién de ustedes ve mis datos?',
    answer:
      'Poca gente y solo por un caso tuyo. Cada vez que alguien mira tus datos o lee una conversación queda en tu registro, con la hora y el caso.',
  },
  restricted: {
    question: 'Mi cuenta está restringida: ¿qué puedo hacer?',
    answer:
      'Ver todo, descargarlo, vender y cerrar lo que tienes, retirar a una cuenta ya verificada y escribir a soporte. Una restricción nunca se queda con tu dinero.',
  },
  limits: {
    question: '¿Puedo ponerme límites o una pausa?',
    answer:
      'Sí. Un límite más bajo vale de inmediato; uno más alto espera. Una pausa te deja vender y retirar, y nadie la puede acortar.',
  },
  statements: {
    question: '¿Dónde están mis estados de cuenta?',
    answer: 'En Estados de cuenta, en PDF y en CSV. Sus cifras son las del libro mayor y puedes abrir cada una.',
  },
  complaint: {
    question: '¿Cómo reclamo?',
    answer:
      'Escríbenos primero: la respuesta tiene plazo y guardas una copia con su huella. Puedes ir además a la autoridad de tu país en cualquier momento, por ejemplo la CONDUSEF en México.',
  },
}
