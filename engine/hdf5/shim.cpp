// The one object that is linked with HDF5 (hdf5_calls.hpp).
#include "engine/hdf5/hdf5_calls.hpp"

extern "C" __attribute__((visibility("default"))) const ranvier::hdf5::Hdf5Calls* ranvier_hdf5() {
    H5open();
    static const ranvier::hdf5::Hdf5Calls calls{
#define RANVIER_HDF5_ADDRESS(name) .name = &::H5##name,
        RANVIER_HDF5_FUNCTIONS(RANVIER_HDF5_ADDRESS)
#undef RANVIER_HDF5_ADDRESS
            .read_only = H5F_ACC_RDONLY,
        .truncate = H5F_ACC_TRUNC,
        .std_u32le = H5T_STD_U32LE,
        .std_u64le = H5T_STD_U64LE,
        .ieee_f32le = H5T_IEEE_F32LE,
        .ieee_f64le = H5T_IEEE_F64LE,
        .c_s1 = H5T_C_S1,
        .native_uint8 = H5T_NATIVE_UINT8,
        .native_uint32 = H5T_NATIVE_UINT32,
        .native_uint64 = H5T_NATIVE_UINT64,
        .native_int64 = H5T_NATIVE_INT64,
        .native_double = H5T_NATIVE_DOUBLE,
        .dataset_create = H5P_DATASET_CREATE,
        .dataset_transfer = H5P_DATASET_XFER};
    return &calls;
}
