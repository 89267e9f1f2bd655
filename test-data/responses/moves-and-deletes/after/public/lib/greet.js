export const greet = () => "hello there";
