export const paymentMade = 'Your payment has been completed successfully';
export const paymentFailed = 'Payment is failed';
