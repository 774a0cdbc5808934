pub mod connect_four;
pub mod kings_valley;
mod text;
